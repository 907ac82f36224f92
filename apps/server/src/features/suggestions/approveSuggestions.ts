import { pluck } from '@nestmark/core/pluck'
import * as contract from '@nestmark/contract/sharing/suggestions'
import { eventTypes } from '@nestmark/contract/eventTypes'
import type { Parsed, Topic } from '@nestmark/contract/operation'
import { assertDefined } from '@nestmark/core/assertDefined'
import type { Actor } from '../../access/actor.ts'
import { grantCollection } from '../../access/grant.ts'
import { requirePlanFeature } from '../../access/planQuotas.ts'
import { refuse } from '../../access/refuse.ts'
import { type CollectionWithRole, linksWithRoles } from '../../access/roles.ts'
import type { Db, Tx } from '../../db/db.ts'
import { isDuplicate, lockTree } from '../../db/dialect.ts'
import { overwriteDeleted } from '../../db/statements/overwriting.ts'
import { action } from '../../calls/action.ts'
import type { Call } from '../../calls/call.ts'
import { notifyRecipients, type Recipient } from '../../domainEvents/notifications.ts'
import { assertTakesPlainText } from '../collections/placing/enterCollections.ts'
import { readKeyId } from '../collections/placing/keyOfCollection.ts'
import { requireKey } from '../encryption/keys/linkKeys.ts'
import { toDraft as toSealedDraft } from '../encryption/links/saveEncryptedLink.ts'
import { wipeTexts } from '../encryption/wiping/wipeTexts.ts'
import { writeLinks } from '../links/sets/writeLinks.ts'
import { type SuggestionForm, toDraft, readForm } from './form.ts'
import { lockSuggestions, markDecidedRead, setApproved, type Suggestion } from './store.ts'

/**
 * Approves suggestions: each becomes a link of the owner in its collection, saved by the same code and checked by the
 * same rules as any link (Z15). All or none. Of a link that is encrypted, only its envelopes are written.
 */
export const approveSuggestions = action(contract.approveSuggestions, async (call, input) => {
  const { actor, services } = call
  const ids = [...(input.approveSuggLinkId ? [input.approveSuggLinkId] : []), ...input.sugg_arr]
  if (ids.length === 0) refuse('suggestions.noneChosen')
  requirePlanFeature(actor.plan, 'suggestions')
  const seen = new Map(
    ids.map((id, at) => [id, input.versions?.[at]] as const).filter(([, version]) => version !== undefined),
  )
  const sealed = new Map((input.sealed ?? []).map(each => [each.sugg_id, each]))
  const work = async (tx: Tx) => {
    // Locks the person's row first, as everywhere that links are counted.
    await lockTree(tx, actor.personId)
    const locked = await lockSuggestions(tx, [...new Set(ids)])
    if (locked.length < new Set(ids).size || locked.some(row => row.recipient_id !== actor.personId))
      refuse('suggestions.notFound')
    if (locked.some(row => row.state !== 'pending')) refuse('suggestions.decided')
    if (locked.some(row => (seen.get(row.id) ?? row.version) !== row.version))
      refuse('suggestions.changedElsewhere')
    const made = new Map<string, string>()
    for (const [collectionId, inside] of Map.groupBy(locked, row => row.collection_id)) {
      const granted = await grantCollection(tx, actor, 'collections.add', collectionId)
      // A member with write access cannot decide: only the owner can.
      if (granted.collection.role !== 'owner') refuse('suggestions.notFound')
      if (granted.collection.trashed_by !== null) refuse('collections.inTrash')
      const { collection } = granted
      if (inside.some(row => !sealed.has(row.id))) assertTakesPlainText(collection, input.plain === 1)
      const items = inside.map(row => {
        const form = readForm(row.form)
        const texts = sealed.get(row.id)
        return {
          ...(texts ? toSealedItem({ ...form, ...texts }, collection) : toDraft(form)),
          suggestedBy: row.suggester_id,
        }
      })
      const saved = await writeLinks(tx, { ...call, idempotencyKey: null }, granted, items)
      const pairs = inside.map((row, at) => [row.id, assertDefined(saved[at], 'link')._id] as const)
      await setApproved(tx, granted, pairs, services.now())
      for (const [id, linkId] of pairs) made.set(id, linkId)
    }
    const event = { type: 'suggestion.approved', by: actor.personId, at: services.now() } as const
    const recipients = toRecipients(locked, made)
    await notifyRecipients(tx, event, recipients)
    await markDecidedRead(tx, locked, services.now())
    const encrypted = [...sealed.keys()].flatMap(id => made.get(id) ?? [])
    // The suggestion was in plain text: its copies go with it.
    await wipeTexts(tx, await linksWithRoles(tx, actor, encrypted), services.now())
    return { links: [...made.values()], rows: locked }
  }
  const { links, rows } = await write(services.db, work, sealed.size > 0)
  services.jobs.wake()
  updateSuggesters(call, rows)
  return { approved: links.length, links }
})

/** @throws Refused 'encryption.idTaken' for the id of another link */
async function write<Result>(db: Db, work: (tx: Tx) => Promise<Result>, isSealed: boolean): Promise<Result> {
  if (!isSealed) return db.write(work)
  try {
    return await overwriteDeleted(db, work)
  } catch (error) {
    return isDuplicate(error) ? refuse('encryption.idTaken') : Promise.reject(error)
  }
}

/** Returns the link of a suggestion whose texts are encrypted. Where tags are encrypted too, it has none. */
function toSealedItem(
  form: SuggestionForm & NonNullable<Parsed<typeof contract.approveSuggestions>['sealed']>[number],
  { enc_id, hide_tags }: CollectionWithRole,
) {
  const key_id = readKeyId(enc_id) ?? refuse('encryption.noKey')
  requireKey(form, key_id)
  return {
    draft: toSealedDraft(form),
    tags: hide_tags === 1 ? [] : form.tags,
    scraped: false,
    encrypted: { id: form._id, key_id, sealed_picture: form.thumbnail || null },
  }
}

/**
 * Returns who is notified of a decision; unclaimed suggestions have no recipient.
 * @param made the links of approved suggestions
 */
export const toRecipients = (
  rows: readonly Suggestion[],
  made: ReadonlyMap<string, string> = new Map(),
): Recipient[] =>
  rows.flatMap(({ id, suggester_id: personId, collection_id: collectionId, form }) => {
    if (personId === null) return []
    return [{ personId, collectionId, count: 1, title: readForm(form).name, subjectId: made.get(id) ?? id }]
  })

/** Announces to people other than the caller that their lists of suggestions have changed. */
export function announceSuggestions(
  { services, actor }: Call<Actor | null>,
  people: Iterable<string | null>,
  topics: readonly Topic[],
): void {
  for (const ownerId of new Set(people))
    if (ownerId !== null && ownerId !== actor?.personId)
      services.events.publish({ ownerId, isPrivate: true, by: null, topics })
}

/** Announces a decision to the suggesters. */
export const updateSuggesters = (call: Call, rows: readonly Suggestion[]): void =>
  announceSuggestions(call, pluck(rows, 'suggester_id'), eventTypes['suggestion.approved'].topics)
