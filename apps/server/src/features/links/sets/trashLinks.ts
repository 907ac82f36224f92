import * as contract from '@nestmark/contract/links/links'
import { grantLinks } from '../../../access/grant.ts'
import { action } from '../../../calls/action.ts'
import { restoreBatch, trashBatch } from './batches.ts'
import { runAction } from './runAction.ts'

/** Moves links to the trash or restores them. */
export const trashLinks = action(contract.trashLinks, async (call, input) => {
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
})
