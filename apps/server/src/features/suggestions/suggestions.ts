import * as contract from '@nestmark/contract/sharing/suggestions'
import { randomBytes } from 'node:crypto'
import { limits } from '@nestmark/core/limits'
import { requirePlanFeature } from '../../access/planQuotas.ts'
import { action } from '../../calls/action.ts'
import { announceSuggestions, toRecipients, updateSuggesters } from './approveSuggestions.ts'
import { readPage, readOne } from './readSuggestions.ts'
import {
  readSuggestionCounts,
  claim,
  lockSuggestions,
  setForm,
  deleteRows,
  markDecidedRead,
  setRejected,
  insertSuggestion,
  countPendingSuggestions,
} from './store.ts'
import { hashToken } from '../../access/tokens.ts'
import { refuse } from '../../access/refuse.ts'
import { checkedForm, readForm } from './form.ts'
import { notifyRecipients } from '../../domainEvents/notifications.ts'
import { grantCollection } from '../../access/grant.ts'
import { lockTree } from '../../db/dialect.ts'
import { newId } from '../../db/newId.ts'
import { assertTakesPlainText } from '../collections/placing/enterCollections.ts'

/** Returns the suggestions pending the caller's decision; a feature of the paid plans. */
export const listReceivedSuggestions = action(contract.listReceivedSuggestions, async (call, input) => {
  requirePlanFeature(call.actor.plan, 'suggestions')
  return readPage(call, 'to_me', input.page)
})

/** Returns the caller's own suggestions and their status. */
export const listSentSuggestions = action(contract.listSentSuggestions, async (call, input) => {
  return readPage(call, 'by_me', input.page)
})

/** Returns the length of both lists, and whether the person takes suggestions. */
export const countSuggestions = action(contract.countSuggestions, async ({ actor, services }) => {
  return readSuggestionCounts(services.db.read, actor.personId)
})

/** Assigns suggestions that the caller made while signed out to the caller, by their secrets (Z14). */
export const claimSuggestions = action(contract.claimSuggestions, async (call, input) => {
  const { actor, services } = call
  if (input.suggestions.length === 0) return { claimed: [] }
  const claims = input.suggestions.map(each => [each.sugg_id, hashToken(each.claim)] as const)
  const claimed = await services.db.write(tx => claim(tx, actor.personId, claims))
  const recipients = claimed.map(row => row.recipient_id)
  announceSuggestions(call, recipients, contract.claimSuggestions.touches)
  return { claimed: claimed.map(row => row.id) }
})

/**
 * Edits a pending suggestion, by its suggester or its recipient (Z15). Rejects an edit of an outdated version and
 * returns the current one.
 */
export const updateSuggestion = action(contract.updateSuggestion, async (call, input) => {
  const { actor, services } = call
  const { sugg_id: id, version, ...change } = input
  const stored = await services.db.write(async tx => {
    const [row] = await lockSuggestions(tx, [id])
    const mine = row?.suggester_id === actor.personId
    if (!row || !(mine || row.recipient_id === actor.personId)) return refuse('suggestions.notFound')
    if (row.state !== 'pending') return refuse('suggestions.decided')
    const stale = version !== undefined && version !== row.version
    if (!stale) await setForm(tx, row.seq, checkedForm({ ...readForm(row.form), ...change }), services.now())
    return { stale, side: mine ? ('by_me' as const) : ('to_me' as const), row }
  })
  const now = await readOne(call, stored.side, id)
  if (stored.stale) return refuse('suggestions.changedElsewhere', { data: { suggestion: now } })
  const { recipient_id: recipient, suggester_id: suggester } = stored.row
  announceSuggestions(call, [recipient, suggester], contract.updateSuggestion.touches)
  return now
})

/**
 * Removes suggestions. In the list of received ones: rejects pending ones, with an optional message to the suggester.
 * In the list of the caller's own: withdraws pending ones, and removes decided ones from the list.
 */
export const deleteSuggestions = action(contract.deleteSuggestions, async (call, input) => {
  const { actor, services } = call
  const ids = [...new Set([...(input.sugg_id ? [input.sugg_id] : []), ...input.sugg_arr])]
  if (ids.length === 0) refuse('suggestions.noneChosen')
  const rejecting = input.type === 'to_me'
  const rows = await services.db.write(async tx => {
    const locked = await lockSuggestions(tx, ids)
    const whose = (row: (typeof locked)[number]) => (rejecting ? row.recipient_id : row.suggester_id)
    if (locked.length < ids.length || locked.some(row => whose(row) !== actor.personId))
      refuse('suggestions.notFound')
    const seqs = locked.map(row => row.seq)
    if (!rejecting) await deleteRows(tx, seqs)
    else {
      if (locked.some(row => row.state !== 'pending')) refuse('suggestions.decided')
      await setRejected(tx, seqs, input.word, services.now())
      const event = { type: 'suggestion.rejected', by: actor.personId, at: services.now() } as const
      await notifyRecipients(tx, event, toRecipients(locked))
    }
    await markDecidedRead(tx, locked, services.now())
    return locked
  })
  if (rejecting) updateSuggesters(call, rows)
  else {
    const recipients = rows.map(row => row.recipient_id)
    announceSuggestions(call, recipients, contract.deleteSuggestions.touches)
  }
  return { removed: rows.length }
})

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
