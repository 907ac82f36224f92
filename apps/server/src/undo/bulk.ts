import type { BulkReport } from '@nestmark/contract/jobs'
import type { EveryLink } from '@nestmark/contract/shapes'
import type { Actor } from '../access/actor.ts'
import type { Tx } from '../db/db.ts'
import { newId } from '../db/newId.ts'
import { enqueue } from '../jobs/store.ts'
import { type UndoKind, openUndoRecord, type RecordPlace } from './store.ts'

/** The targets of an action: ids, or a whole set with exceptions. */
export type Targets =
  | { ids: readonly string[] }
  | { every: EveryLink; except: readonly string[]; /** Excludes later ones. */ upTo: number }

/** An action to be run by a job. */
export interface BulkOrder {
  action: BulkReport['action']
  /** For links. */
  links?: Targets
  /** For collections, or those whose contents are the targets. */
  collections?: readonly string[]
  /** The target of a move. */
  to?: string
  /** Tags by name, and by id. */
  addTags?: readonly string[]
  dropTags?: readonly string[]
  favourite?: boolean
  /** Other people whose trees it changes. */
  others?: readonly string[]
  /** Key of the undo record that is undone. */
  undo?: string
  /** How its undo is recorded at the end. */
  undoing?: Undoing
}

/** How an undo is recorded once something was undone, and how the record is reopened when nothing was. */
export interface Undoing {
  /**
   * The activity entries to be marked: one entry, or those of an undo record, all or in some collections
   * only.
   */
  note: { entry: string } | { undo: string; inside?: readonly string[] }
  /** The undo record that this part was split from; absent for the whole record. */
  whole?: string
  /** When the undo record expires. Milliseconds since 1970. */
  until: number
}

/** The payload of a job: the order, its actor, and its progress. */
export interface BulkPayload extends BulkOrder {
  actor: Actor
  /** One time for all batches, in milliseconds since 1970. */
  at: number
  /** Where the next batch begins. */
  next?: { place: number } | { createdAt: number; seq: number } | RecordPlace
}

/** Maximum number of items of short work, which does not wait for long work of others. */
const smallBulk = 500

const recorded: ReadonlySet<string> = new Set<UndoKind>([
  'moveLinks',
  'trashLinks',
  'restoreLinks',
  'tagLinks',
  'favouriteLinks',
  'moveCollections',
  'trashCollections',
  'restoreCollections',
])

/**
 * Enqueues an action as a job. Its changes are recorded under the job's id, which is also the undo key.
 * @param total the number of items, for the progress
 * @returns the job's id
 */
export async function startBulk(
  tx: Tx,
  actor: Actor,
  order: BulkOrder,
  total: number,
  now: number,
): Promise<string> {
  const id = newId()
  const payload: BulkPayload = { ...order, actor, at: now }
  const size = total <= smallBulk ? 'small' : undefined
  await enqueue(tx, { id, ownerId: actor.personId, kind: 'bulk', size, payload: { ...payload }, total, now })
  if (recorded.has(order.action))
    await openUndoRecord(tx, {
      id,
      personId: actor.personId,
      kind: order.action as UndoKind,
      target: order.to,
      at: now,
    })
  return id
}
