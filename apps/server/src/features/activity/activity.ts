import * as contract from '@nestmark/contract/activity'
import type { Activity, ActivityKind } from '@nestmark/contract/activity'
import { limits } from '@nestmark/core/limits'
import type { Actor } from '../../access/actor.ts'
import { grantCollection } from '../../access/grant.ts'
import { isAllowed, type Role } from '../../access/policies.ts'
import { collectionsWithRoles, linksWithRoles } from '../../access/roles.ts'
import type { Queries } from '../../db/db.ts'
import { action, libraryRead } from '../../calls/action.ts'
import { getUndoPermission } from '../../undo/permissions.ts'
import { parseSubjects, detachEntry, markUndone } from '../../domainEvents/activity.ts'
import { type ListedActivity, selectActivity, findActivity, findOpenUndoRecord } from './store.ts'
import { refuse } from '../../access/refuse.ts'
import { lockTree } from '../../db/dialect.ts'
import type { UndoRow } from '../../db/tables/tables.ts'
import { toUndoNote, refuseRunning, undoRecord, rollBackIfNothingUndone } from '../bulk/undo.ts'
import { filterAllowed, takeOwnUndoPart, takeUndoPart } from '../bulk/undoPart.ts'
import { deleteUndoRecord, splitUndoRecord } from '../bulk/undoStore.ts'
import { refuseChanged, undoEdit, undoWordsOfMove } from './undoEdit.ts'
import { replyToBulkAction } from '../../undo/bulkActions.ts'

/**
 * Returns the activity in a collection and its descendants. Titles are current, and only of items that the caller may
 * see now: a new member does not learn what was removed before. The owner sees all titles.
 */
export const listActivity = action(contract.listActivity, libraryRead, async ({ actor, services }, input) => {
  const { read } = services.db
  const { collection } = await grantCollection(read, actor, 'collections.activity', input.folder_id)
  const { pageSize: limit } = limits
  const page = { limit, offset: (input.page - 1) * limit, now: services.now() }
  const rows = await selectActivity(read, collection, page)
  const known = await readVisible(read, actor, rows)
  return rows.map(row => present(row, actor, collection.role, known))
})

interface Seen {
  name: string
  inTrash: boolean
}
type Known = { links: ReadonlyMap<string, Seen>; collections: ReadonlyMap<string, Seen> }

/** Returns which of the items and collections of a page the caller may see now. */
async function readVisible(db: Queries, actor: Actor, rows: readonly ListedActivity[]): Promise<Known> {
  const links = new Set<string>()
  const collections = new Set<string>()
  for (const row of rows) {
    const subjects = aboutLinks(row.kind) ? links : collections
    for (const [id] of parseSubjects(row.subjects)) subjects.add(id)
    if (row.other_id !== '') collections.add(row.other_id)
  }
  const seenLinks = await linksWithRoles(db, actor, [...links])
  const seenCollections = await collectionsWithRoles(db, actor, [...collections])
  return {
    links: new Map(
      seenLinks
        .filter(each => each.role !== null)
        .map(each => {
          const inTrash = each.trashed_at !== null || each.collectionTrashedBy !== null
          return [each.id, { name: each.title, inTrash }]
        }),
    ),
    collections: new Map(
      seenCollections
        .filter(each => each.role !== null)
        .map(each => [each.id, { name: each.name, inTrash: each.trashed_by !== null }]),
    ),
  }
}

/** Returns true when all items of an addition are in the trash or deleted: nothing is left to undo. */
function isInTrash(
  { kind, count, subjects: lines }: ListedActivity,
  seen: ReadonlyMap<string, Seen>,
): boolean {
  const subjects = parseSubjects(lines)
  return (
    kind.startsWith('add_') &&
    subjects.length === count &&
    subjects.every(([id]) => seen.get(id)?.inTrash ?? true)
  )
}

const aboutLinks = (kind: string) => !kind.includes('folder')

function present(row: ListedActivity, actor: Actor, role: Role, known: Known): Activity {
  const kind = row.kind as ActivityKind
  const seen = aboutLinks(kind) ? known.links : known.collections
  const other = known.collections.get(row.other_id)
  return {
    _id: row.id,
    kind,
    create_date: row.at,
    by: row.by_name === null ? null : { name: row.by_name, is_me: row.by_id === actor.personId },
    folder: { _id: row.collection_id, name: row.collection_name },
    other: other && !other.inTrash ? { _id: row.other_id, name: other.name } : null,
    count: row.count,
    subjects: parseSubjects(row.subjects).flatMap(([id, name]): Activity['subjects'] => {
      const now = seen.get(id)
      if (now) return [{ _id: id, name: now.name, in_trash: now.inTrash }]
      return row.owner_id === actor.personId ? [{ _id: null, name, in_trash: false }] : []
    }),
    can_undo:
      row.open_undo !== null &&
      row.undone_at === null &&
      isAllowed(role, getUndoPermission(row.open_undo)) &&
      !isInTrash(row, seen),
    undone: row.undone_at === null ? null : { date: row.undone_at, by: row.undone_name ?? '' },
  }
}

/**
 * Undoes an activity entry of any person, as far as the caller may do the opposite. The parts of the action in
 * collections that the caller may not change remain, and the person who acted can still undo them. Undoing an
 * addition moves it to the trash. Undoing an edit restores the previous values and the previous collection, unless
 * something else was changed since.
 * @throws Refused 'undo.expired' for an entry that is not visible to the caller, undone or expired; 'undo.running';
 * 'undo.notAllowed'; 'activity.changedSince' with both versions
 */
export const undoActivity = action(
  contract.undoActivity,
  async (call, { activity_id: id, plain: mayBePlain }) => {
    const { actor, services } = call
    const plain = mayBePlain === 1
    const answer = await rollBackIfNothingUndone(services, async tx => {
      await lockTree(tx, actor.personId)
      const at = services.now()
      const entry = await findActivity(tx, id)
      const [collection] = entry ? await collectionsWithRoles(tx, actor, [entry.collection_id]) : []
      if (!entry || !collection || !isAllowed(collection.role, 'collections.activity'))
        return refuse('undo.expired')
      const record = await findOpenUndoRecord(tx, entry, at)
      if (!record) return refuse('undo.expired')
      if (!isAllowed(collection.role, getUndoPermission(record.kind))) return refuse('undo.notAllowed')
      if (isEdit(record)) {
        const since = await undoEdit(tx, actor, record, at)
        if (since) return { since }
        // A later addition starts a new entry.
        await markUndone(tx, { entry: entry.id }, { by: actor.personId, at })
        await deleteUndoRecord(tx, record.id)
        return { changed: 1, left: 0, placed: [] }
      }
      if (isAddition(record)) {
        const part = await splitUndoRecord(tx, record, await filterAllowed(tx, actor, record))
        await detachEntry(tx, entry.id, part.id)
        await deleteUndoRecord(tx, record.id)
        const undoing = { note: { entry: entry.id }, until: record.expires_at }
        return undoRecord(tx, actor, part, { at, plain, undoing })
      }
      await refuseRunning(tx, record)
      const since = await undoWordsOfMove(tx, actor, record, at)
      if (since) return { since }
      const ofDoer = record.person_id === actor.personId
      const { part, inside } = await (ofDoer ? takeOwnUndoPart : takeUndoPart)(tx, actor, record)
      return undoRecord(tx, actor, part, { at, plain, undoing: toUndoNote(record, part, inside) })
    })
    return 'since' in answer ? refuseChanged(call, answer.since) : replyToBulkAction(call.services, answer)
  },
)

const isEdit = ({ kind }: UndoRow) => kind === 'editLink' || kind === 'editCollection'
const isAddition = ({ kind }: UndoRow) => kind === 'addLinks' || kind === 'addCollections'
