import type { Output, Parsed } from '@nestmark/contract/operation'
import type { deleteWhiteLabel as remove } from '@nestmark/contract/whiteLabels'
import { grantCollection } from '../../access/grant.ts'
import type { Call } from '../../calls/call.ts'
import { removeLabel } from './store.ts'

/** Gives a company page its usual look again (PLAN-07), also after the end of the plan. */
export async function deleteWhiteLabel(
  { actor, services: { db } }: Call,
  { folder_id: id }: Parsed<typeof remove>,
): Promise<Output<typeof remove>> {
  await db.write(async tx => {
    await grantCollection(tx, actor, 'collections.share', id)
    await removeLabel(tx, id, actor.personId)
  })
  return {}
}
