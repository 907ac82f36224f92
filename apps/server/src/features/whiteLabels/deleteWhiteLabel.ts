import * as contract from '@nestmark/contract/sharing/whiteLabels'
import { grantCollection } from '../../access/grant.ts'
import { action } from '../../calls/action.ts'
import { removeLabel } from './store.ts'

/** Gives a company page its usual look again (PLAN-07), also after the end of the plan. */
export const deleteWhiteLabel = action(
  contract.deleteWhiteLabel,
  async ({ actor, services: { db } }, { folder_id: id }) => {
    await db.write(async tx => {
      await grantCollection(tx, actor, 'collections.share', id)
      await removeLabel(tx, id, actor.personId)
    })
    return {}
  },
)
