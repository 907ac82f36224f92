import type { EveryLink } from '@nestmark/contract/shapes'
import { limits } from '@nestmark/core/limits'
import { grantCollection, type GrantedLinks, grantLinks } from '../../../access/grant.ts'
import { type LinkAction, isAllowed, policies } from '../../../access/policies.ts'
import { refuse } from '../../../access/refuse.ts'
import type { Tx } from '../../../db/db.ts'
import { lockTree } from '../../../db/dialect.ts'
import { type LinksAction, enqueueBulkAction } from '../../../undo/bulkActions.ts'
import type { Call } from '../../../calls/call.ts'
import { StatusReply } from '../../../calls/replies.ts'
import { refusePlainText, ruleOf } from '../../collections/placing/enterCollections.ts'
import { countSet } from '../lists/linkPageQuery.ts'
import { openEveryLink } from './linkSet.ts'
import {
  leaveOut,
  type LinkRows,
  listPlainToMove,
  listPlainToRestore,
  type PlainLink,
  rowsOf,
} from '../words/plainTextQuery.ts'
import { lastLink } from '../store.ts'
import { openUndoRecord } from '../../../undo/store.ts'
import type { Batch } from './batches.ts'

/** The links of an action: by id, or every link of a set with exceptions. */
export interface LinkTargets {
  ids: readonly string[]
  every?: EveryLink | undefined
  except?: readonly string[] | undefined
}

/**
 * Returns how many links are named by id, or Infinity for an entire set.
 * @throws Refused 'links.noneChosen'
 */
export function manyLinks({ ids, every }: LinkTargets): number {
  if (every) return Infinity
  return ids.length === 0 ? refuse('links.noneChosen') : ids.length
}

/** The result of an action, or the job that runs it. */
export class Ordered {
  readonly #result: { n: number; undo?: string; job?: string }
  constructor(result: { n: number; undo?: string; job?: string }) {
    this.#result = result
  }

  /** Returns the response: 202 with the job, or the undo key of the completed action. */
  as<T extends object>(count: (n: number) => T): T & { undo?: string; job?: string } & StatusReply<T> {
    const { n, ...keys } = this.#result
    const data = { ...count(n), ...keys }
    return (keys.job === undefined ? data : new StatusReply(data, 202, 'OK')) as never
  }
}

/**
 * Runs an action on a few links in this transaction, or leaves it to a job. In both cases an action that is not
 * permitted is refused immediately, before any change.
 */
export async function runAction<A extends LinkAction>(
  call: Call,
  action: A,
  targets: LinkTargets,
  order: Exclude<LinksAction, { action: 'deleteLinks' }>,
  work: (tx: Tx, batch: Batch, granted: GrantedLinks<A>) => Promise<number>,
): Promise<Ordered> {
  const { actor, services } = call
  const { ids: wanted, every, except } = targets
  const many = manyLinks(targets)
  const ordered = await services.db.write(async tx => {
    await lockTree(tx, actor.personId)
    const at = services.now()
    if (every) return orderEvery(tx, call, action, { every, except }, order, at)
    const granted = await grantLinks(tx, actor, action, wanted)
    if (many <= limits.atOnce) {
      const target = 'to' in order ? order.to : undefined
      const undo = await openUndoRecord(tx, { personId: actor.personId, kind: order.action, target, at })
      const plainText = ruleOf('plain' in order && order.plain === true)
      return new Ordered({ n: await work(tx, { actor, at, undo, plainText }, granted), undo })
    }
    const ids = [...new Set(wanted)]
    await checkTarget(tx, call, order, {
      owners: granted.links.map(link => link.owner_id),
      rows: rowsOf(tx, ids),
    })
    const job = await enqueueBulkAction(tx, actor, { ...order, links: { ids } }, ids.length, at)
    return new Ordered({ n: ids.length, job })
  })
  services.jobs.wake()
  return ordered
}

async function orderEvery(
  tx: Tx,
  call: Call,
  action: LinkAction,
  { every, except = [] }: { every: EveryLink; except: readonly string[] | undefined },
  order: LinksAction,
  at: number,
): Promise<Ordered> {
  const set = await openEveryLink(tx, call.actor, every, at)
  if (!isAllowed(set.role, action)) refuse(policies[action].refusal)
  await checkTarget(tx, call, order, { owners: [set.ownerId], rows: leaveOut(tx, set.rows, except) })
  const all = set.known ?? (await countSet(tx, set))
  const total = Math.max(0, all - except.length)
  if (total === 0) return refuse('links.noneChosen')
  const links = { every, except, upTo: await lastLink(tx) }
  return new Ordered({
    n: total,
    job: await enqueueBulkAction(tx, call.actor, { ...order, links }, total, at),
  })
}

/** Refuses a job that would be refused at its end. @param links their owners, and `from … where …` that selects them as x */
async function checkTarget(
  tx: Tx,
  call: Call,
  order: LinksAction,
  { owners, rows }: { owners: readonly string[]; rows: LinkRows },
): Promise<void> {
  if (order.action === 'restoreLinks' && order.plain !== true)
    assertNoPlain(await listPlainToRestore(tx, rows))
  if (order.action !== 'moveLinks') return
  const { collection } = await grantCollection(tx, call.actor, 'collections.add', order.to)
  if (collection.trashed_by !== null) refuse('collections.inTrash')
  if (owners.some(each => each !== collection.owner_id)) refuse('collections.otherOwner')
  if (collection.enc_id !== null && order.plain !== true)
    assertNoPlain(await listPlainToMove(tx, rows, collection.id))
}

function assertNoPlain(links: readonly PlainLink[]): void {
  if (links.length > 0) refusePlainText(links)
}
