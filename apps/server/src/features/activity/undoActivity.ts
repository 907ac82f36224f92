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
import { markEntryUndone, markUndone } from '../../notices/activity.ts'
import { answered, refuseRunning, takeBack } from '../bulk/undo.ts'
import { homes } from '../bulk/undoStep.ts'
import { undoRight } from './rights.ts'
import { doneWith, dropDeed, findActivity, openDeedOf, placesBefore, placesOf, splitDeed } from './store.ts'
import { refuseChanged, undoEdit, undoWordsOfMove } from './undoEdit.ts'

type Undone = Output<typeof contract>

/**
 * Takes back what stands in an activity list, whoever did it, as far as the caller may do the opposite. What else the same
 * deed did, in places that are not the caller's, stays, and its doer can still take it back.
 * An addition goes to the trash; of an edit the former words come back, and the place where it moved the link, unless
 * something else was changed since.
 * @throws Refused 'undo.gone' for what is not the caller's to see, was taken back or is too old; 'undo.running';
 *   'undo.notAllowed'; 'activity.changedSince' with both versions
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
    if (isEdit(deed)) {
      const since = await undoEdit(tx, actor, deed, at)
      if (since) return { since }
      await closeEntry(tx, entry, deed, { by: actor.personId, at })
      return { changed: 1, left: 0, placed: [] }
    }
    if (isAddition(deed)) {
      const part = await splitDeed(tx, deed, await allowedOf(tx, actor, deed, right))
      await closeEntry(tx, entry, deed, { by: actor.personId, at })
      return takeBack(tx, actor, part, at)
    }
    await refuseRunning(tx, deed)
    const since = await undoWordsOfMove(tx, actor, deed, at)
    if (since) return { since }
    const part = await ownPart(tx, actor, deed, right)
    const inside = part === deed ? undefined : await placesWith(tx, actor, right, await placesOf(tx, deed.id))
    await markUndone(tx, { deed: deed.id, by: actor.personId, at }, inside)
    return takeBack(tx, actor, part, at)
  })
  return 'since' in answer ? refuseChanged(call, answer.since) : answered(call, answer)
}

const isEdit = ({ kind }: DeedRow) => kind === 'editLink' || kind === 'editCollection'
const isAddition = ({ kind }: DeedRow) => kind === 'addLinks' || kind === 'addCollections'

/** What is recorded for an entry has no other way to be taken back; what comes after begins a new one. */
async function closeEntry(
  tx: Tx,
  entry: { id: string },
  deed: DeedRow,
  who: { by: string; at: number },
): Promise<void> {
  await markEntryUndone(tx, { entry: entry.id, ...who })
  await dropDeed(tx, deed.id)
}

/** What of a deed's things the caller may take back: at least one. */
async function allowedOf(
  tx: Tx,
  actor: Actor,
  deed: DeedRow,
  right: LinkAction | CollectionAction,
): Promise<string[]> {
  const { ids } = await doneWith(tx, deed)
  const allowed = await allowedAmong(tx, actor, right, ids)
  return allowed.length === 0 ? refuse('undo.gone') : allowed
}

/** What of a deed the caller may take back: all of it where they did it themselves, or may change all of it. */
async function ownPart(
  tx: Tx,
  actor: Actor,
  deed: DeedRow,
  right: LinkAction | CollectionAction,
): Promise<DeedRow> {
  if (deed.person_id === actor.personId) return deed
  const { all } = await doneWith(tx, deed)
  const allowed = await withWayBack(tx, actor, deed, await allowedOf(tx, actor, deed, right))
  return allowed.length === all ? deed : splitDeed(tx, deed, allowed)
}

/** Of links that were moved, those that came from where the caller may put them: the others are left to whoever may. */
async function withWayBack(
  tx: Tx,
  actor: Actor,
  deed: DeedRow,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (deed.kind !== 'moveLinks') return ids
  const { links } = await grantWhatIsThere(tx, actor, 'links.move', ids)
  const homeOf = await homes(tx, actor, await placesBefore(tx, deed.id))
  const back = links.filter(link => homeOf(link) !== null).map(link => link.id)
  return back.length === 0 ? refuse('undo.notAllowed') : back
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
