import { approveSuggestions as approve } from '@nestmark/contract/suggestions'
import { eventTypes } from '@nestmark/contract/eventTypes'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { assertDefined } from '@nestmark/core/assertDefined'
import { grantCollection } from '../../access/grant.ts'
import { requirePlanFeature } from '../../access/planQuotas.ts'
import { refuse } from '../../access/refuse.ts'
import { lockTree } from '../../db/dialect.ts'
import type { Call } from '../../http/implement.ts'
import { notifyRecipients, type Recipient } from '../../domainEvents/notifications.ts'
import { assertTakesPlainText } from '../collections/enterCollections.ts'
import { writeLinks } from '../links/writeLinks.ts'
import { toDraft, readForm } from './form.ts'
import { lockSuggestions, setApproved, type Suggestion } from './store.ts'

/**
 * Approves suggestions: each becomes a link of the owner in its collection, saved by the same code and checked by the
 * same rules as any link (Z15). All or none.
 */
export async function approveSuggestions(
  call: Call,
  input: Parsed<typeof approve>,
): Promise<Output<typeof approve>> {
  const { actor, services } = call
  const ids = [...(input.approveSuggLinkId ? [input.approveSuggLinkId] : []), ...input.sugg_arr]
  if (ids.length === 0) refuse('suggestions.noneChosen')
  requirePlanFeature(actor.plan, 'suggestions')
  const seen = new Map(
    ids.map((id, at) => [id, input.versions?.[at]] as const).filter(([, version]) => version !== undefined),
  )
  const { links, rows } = await services.db.write(async tx => {
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
      assertTakesPlainText(granted.collection, input.plain === 1)
      const items = inside.map(row => ({ ...toDraft(readForm(row.form)), suggestedBy: row.suggester_id }))
      const saved = await writeLinks(tx, { ...call, idempotencyKey: null }, granted, items)
      const pairs = inside.map((row, at) => [row.id, assertDefined(saved[at], 'link')._id] as const)
      await setApproved(tx, granted, pairs, services.now())
      for (const [id, linkId] of pairs) made.set(id, linkId)
    }
    const event = { type: 'suggestion.approved', by: actor.personId, at: services.now() } as const
    await notifyRecipients(tx, event, toRecipients(locked, made))
    return { links: [...made.values()], rows: locked }
  })
  services.jobs.wake()
  updateSuggesters(call, rows)
  return { approved: links.length, links }
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

/** Announces to the suggesters that their list has changed. */
export function updateSuggesters(
  { services, actor }: Pick<Call, 'services' | 'actor'>,
  rows: readonly Pick<Suggestion, 'suggester_id'>[],
): void {
  for (const ownerId of new Set(rows.map(row => row.suggester_id)))
    if (ownerId !== null && ownerId !== actor.personId)
      services.events.publish({
        ownerId,
        isPrivate: true,
        by: null,
        topics: eventTypes['suggestion.approved'].topics,
      })
}
