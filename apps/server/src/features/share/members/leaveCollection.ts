import * as contract from '@nestmark/contract/sharing/share'
import { refuse } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import { leaveShare } from '../store.ts'

/** Removes the caller from a share. */
export const leaveCollection = action(
  contract.leaveCollection,
  async ({ actor, services: { db } }, input) => {
    const left = await db.write(tx => leaveShare(tx, input.folder_id, actor.personId))
    if (!left) refuse('collections.notFound')
    return {}
  },
)
