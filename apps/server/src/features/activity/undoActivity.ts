import type { undoActivity as contract } from '@nestmark/contract/activity'
import type { Output, Parsed } from '@nestmark/contract/operation'
import type { Actor } from '../../access/actor.ts'
import { grantCollectionsThatAreThere, grantWhatIsThere } from '../../access/grant.ts'
import { type CollectionAction, type LinkAction, may } from '../../access/policies.ts'
import { refuse } from '../../access/refuse.ts'
import { collectionsWithRoles } from '../../access/roles.ts'
import type { Tx } from '../../db/db.ts'
import { lockTree } from '../../db/dialect.ts'
import type { DeedRow } from '../../db/tables.ts'
import type { Call, WithStatus } from '../../http/implement.ts'
import { markUndone } from '../../notices/activity.ts'
import { answered, refuseRunning, takeBack } from '../bulk/undo.ts'
import { undoRight } from './rights.ts'
import { doneWith, findActivity, openDeedOf, placesOf, splitDeed } from './store.ts'

type Undone = Output<typeof contract>

/**
 * Takes back what stands in an activity list, whoever did it, as far as the caller may do the opposite. What else the same
 * deed did, in places that are not the caller's, stays, and its doer can still take it back.
 * @throws Refused 'undo.gone' for what is not the caller's to see, was taken back or is too old; 'undo.running';
 *   'undo.notAllowed'
 */
export async function undoActivity(
  call: Call,
  { activity_id: id }: Parsed<typeof contract>,
): Promise<Undone | WithStatus<Undone>> {
  const { actor, services } = call
  const answer = await services.db.write(async tx => {
    await lockTree(tx, actor.personId)
    const at = services.now()
    const entry = await findActivity(tx, id)
    const [place] = entry ? await collectionsWithRoles(tx, actor, [entry.collection_id]) : []
    if (!entry || !place || !may(place.role, 'collections.activity')) return refuse('undo.gone')
    const deed = await openDeedOf(tx, entry, at)
    if (!deed) return refuse('undo.gone')
    const right = undoRight(deed.kind)
    if (!may(place.role, right)) return refuse('undo.notAllowed')
    await refuseRunning(tx, deed)
    const part = await ownPart(tx, actor, deed, right)
    const inside = part === deed ? undefined : await placesWith(tx, actor, right, await placesOf(tx, deed.id))
    await markUndone(tx, { deed: deed.id, by: actor.personId, at }, inside)
    return takeBack(tx, actor, part, at)
  })
  return answered(call, answer)
}

/** What of a deed the caller may take back: all of it where they did it themselves, or may change all of it. */
async function ownPart(
  tx: Tx,
  actor: Actor,
  deed: DeedRow,
  right: LinkAction | CollectionAction,
): Promise<DeedRow> {
  if (deed.person_id === actor.personId) return deed
  const { ids, all } = await doneWith(tx, deed)
  const allowed = await allowedAmong(tx, actor, right, ids)
  if (allowed.length === 0) return refuse('undo.gone')
  return allowed.length === all ? deed : splitDeed(tx, deed, allowed)
}

async function allowedAmong(
  tx: Tx,
  actor: Actor,
  right: LinkAction | CollectionAction,
  ids: readonly string[],
): Promise<string[]> {
  if (right.startsWith('links.')) {
    const { links } = await grantWhatIsThere(tx, actor, right as LinkAction, ids)
    return links.map(each => each.id)
  }
  const { collections } = await grantCollectionsThatAreThere(tx, actor, right as CollectionAction, ids)
  return collections.map(each => each.id)
}

async function placesWith(
  tx: Tx,
  actor: Actor,
  right: LinkAction | CollectionAction,
  ids: readonly string[],
): Promise<string[]> {
  const places = await collectionsWithRoles(tx, actor, ids)
  return places.filter(each => may(each.role, right)).map(each => each.id)
}
