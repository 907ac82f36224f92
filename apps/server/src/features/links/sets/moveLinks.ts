import * as contract from '@nestmark/contract/links/links'
import { grantCollection } from '../../../access/grant.ts'
import { refuse } from '../../../access/refuse.ts'
import type { Tx } from '../../../db/db.ts'
import { action } from '../../../calls/action.ts'
import { moveBatch } from './batches.ts'
import { manyLinks } from './targets.ts'
import { runAction } from './runAction.ts'

/** Moves links into another collection. The caller needs write access to both collections (Z04). */
export const moveLinks = action(contract.moveLinks, async (call, input) => {
  const targets = { ids: input.links, every: input.every, except: input.except }
  manyLinks(targets)
  const to = input.move_to
  if (!to) return refuse('links.noDestination')
  const target = (tx: Tx) => grantCollection(tx, call.actor, 'collections.add', to)
  const done = await runAction(
    call,
    'links.move',
    targets,
    { action: 'moveLinks', to, plain: input.plain === 1 },
    async (tx, batch, granted) => {
      const { collection } = await target(tx)
      await moveBatch(tx, batch, granted, collection)
      return granted.links.length
    },
  )
  return done.as(n => ({ moved: n }))
})
