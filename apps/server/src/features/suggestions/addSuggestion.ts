import { randomBytes } from 'node:crypto'
import * as contract from '@nestmark/contract/sharing/suggestions'
import { limits } from '@nestmark/core/limits'
import { grantCollection } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import { lockTree } from '../../db/dialect.ts'
import { newId } from '../../db/newId.ts'
import { action } from '../../calls/action.ts'
import { hashToken } from '../../access/tokens.ts'
import { notifyRecipients } from '../../domainEvents/notifications.ts'
import { assertTakesPlainText } from '../collections/placing/enterCollections.ts'
import { announceSuggestions } from './approveSuggestions.ts'
import { checkedForm } from './form.ts'
import { insertSuggestion, countPendingSuggestions } from './store.ts'

/**
 * Suggests a link for another person's collection. A visitor gets a secret, of which only the hash is stored: with it
 * they can claim the suggestion after signing in (Z14). The number of pending suggestions per collection is limited
 * (Z16).
 */
export const addSuggestion = action(contract.addSuggestion, async (call, input) => {
  const { actor, services } = call
  const { parent, plain, ...rest } = input
  const form = checkedForm(rest)
  const id = newId()
  const claim = actor ? null : randomBytes(24).toString('base64url')
  const ownerId = await services.db.write(async tx => {
    const granted = await grantCollection(tx, actor, 'collections.suggest', parent)
    const { collection } = granted
    if (collection.trashed_by !== null) refuse('collections.inTrash')
    if (!collection.suggestions) refuse('suggestions.closed')
    assertTakesPlainText(collection, plain === 1)
    // The lock makes concurrent suggestions count one after the other.
    await lockTree(tx, collection.owner_id)
    const waiting = await countPendingSuggestions(tx, collection.id)
    const full = waiting.all >= limits.suggestionsWaiting
    if (full || (!actor && waiting.visitors >= limits.visitorSuggestionsWaiting))
      refuse('suggestions.tooMany', { retryAfter: 3600 })
    await insertSuggestion(tx, granted, {
      id,
      collection_id: collection.id,
      recipient_id: collection.owner_id,
      suggester_id: actor?.personId ?? null,
      claim_hash: claim && hashToken(claim),
      form,
      created_at: services.now(),
    })
    const event = { type: 'suggestion.created', by: actor?.personId ?? null, at: services.now() } as const
    const { id: collectionId, owner_id: personId } = collection
    const recipient = { personId, collectionId, count: 1, title: rest.name, subjectId: id }
    await notifyRecipients(tx, event, [recipient])
    return collection.owner_id
  })
  announceSuggestions(call, [ownerId], contract.addSuggestion.touches)
  return { sugg_id: id, claim }
})
