import type { BulkReport } from '@nestmark/contract/jobs'
import type { EveryLink } from '@nestmark/contract/shapes'
import type { Actor } from '../access/actor.ts'
import type { Tx } from '../db/db.ts'
import { newId } from '../db/newId.ts'
import { enqueue } from '../jobs/store.ts'
import { type UndoKind, openUndoRecord, type RecordPlace } from './store.ts'

/** What a deed is done with: things by their ids, or all of a set but a few. */
export type Targets =
  | { ids: readonly string[] }
  | { every: EveryLink; except: readonly string[]; /** Nothing that came later. */ upTo: number }

/** A deed that is left to a job. */
export interface BulkOrder {
  deed: BulkReport['deed']
  /** For links. */
  links?: Targets
  /** For collections, or those whose contents are meant. */
  collections?: readonly string[]
  /** Where to move. */
  to?: string
  /** Tags by name, and by id. */
  addTags?: readonly string[]
  dropTags?: readonly string[]
  favourite?: boolean
  /** Other people whose trees it changes. */
  others?: readonly string[]
  /** Key of the deed that is taken back. */
  undo?: string
  /** What is noted of it at the end. */
  undoing?: Undoing
}

/** How an undo is noted, once something was taken back; and how the deed is opened again where nothing was. */
export interface Undoing {
  /** Where the activity list notes it: one entry, or those of a deed, all or in some collections alone. */
  note: { entry: string } | { deed: string; inside?: readonly string[] }
  /** The deed that this part was split from; absent where it is the whole deed. */
  whole?: string
  /** Until when it could be taken back. Milliseconds since 1970. */
  until: number
}

/** What lies in a job's row: the order, whose it is, and how far it is. */
export interface BulkPayload extends BulkOrder {
  actor: Actor
  /** One moment for all batches. */
  at: number
  /** Where the next batch begins. */
  next?: { place: number } | { createdAt: number; seq: number } | RecordPlace
}

/** Up to so many things are short work, which waits for no long work of others. */
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
 * Leaves a deed to a job. What it changes is recorded under the job's id, with which it can be taken back.
 * @param total how many things it is done with, for the progress
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
  await enqueue(tx, { id, ownerId: actor.personId, kind: 'bulk', size, payload: { ...payload }, now })
  await tx.updateTable('jobs').set({ total }).where('id', '=', id).execute()
  if (recorded.has(order.deed))
    await openUndoRecord(tx, {
      id,
      personId: actor.personId,
      kind: order.deed as UndoKind,
      target: order.to,
      at: now,
    })
  return id
}
