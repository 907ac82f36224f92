import * as contract from '@nestmark/contract/activity'
import { isAllowed } from '../../access/policies.ts'
import { refuse } from '../../access/refuse.ts'
import { collectionsWithRoles } from '../../access/roles.ts'
import { lockTree } from '../../db/dialect.ts'
import type { UndoRow } from '../../db/tables/tables.ts'
import { getUndoPermission } from '../../undo/permissions.ts'
import { action } from '../../calls/action.ts'
import { detachEntry, markUndone } from '../../domainEvents/activity.ts'
import { toUndoReply, toUndoNote, refuseRunning, undoRecord, rollBackIfNothingUndone } from '../bulk/undo.ts'
import { filterAllowed, takeOwnUndoPart, takeUndoPart } from '../bulk/undoPart.ts'
import { deleteUndoRecord, splitUndoRecord } from '../bulk/undoStore.ts'
import { findActivity, findOpenUndoRecord } from './store.ts'
import { refuseChanged, undoEdit, undoWordsOfMove } from './undoEdit.ts'

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
    return 'since' in answer ? refuseChanged(call, answer.since) : toUndoReply(call, answer)
  },
)

const isEdit = ({ kind }: UndoRow) => kind === 'editLink' || kind === 'editCollection'
const isAddition = ({ kind }: UndoRow) => kind === 'addLinks' || kind === 'addCollections'
