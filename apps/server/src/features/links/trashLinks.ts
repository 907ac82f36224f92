import type { trashLinks as trash } from '@nestmark/contract/links'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { grantLinks } from '../../access/grant.ts'
import type { Call } from '../../calls/call.ts'
import type { StatusReply } from '../../calls/replies.ts'
import { restoreBatch, trashBatch } from './batches.ts'
import { runAction } from './runAction.ts'

/** Moves links to the trash or restores them. */
export async function trashLinks(
  call: Call,
  input: Parsed<typeof trash>,
): Promise<Output<typeof trash> | StatusReply<Output<typeof trash>>> {
  const targets = { ids: input.linkIdArr, every: input.every, except: input.except }
  const trashing = input.isTrash === 1
  const order = trashing
    ? ({ action: 'trashLinks' } as const)
    : ({ action: 'restoreLinks', plain: input.plain === 1 } as const)
  const done = await runAction(call, 'links.trash', targets, order, async (tx, batch, granted) => {
    if (trashing) return trashBatch(tx, batch, granted)
    return restoreBatch(tx, batch, granted, await grantLinks(tx, call.actor, 'links.move', input.linkIdArr))
  })
  return done.as(n => ({ changed: n }))
}
