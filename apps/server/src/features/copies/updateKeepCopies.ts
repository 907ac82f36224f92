import * as contract from '@nestmark/contract/reading/copies'
import { action } from '../../calls/action.ts'
import { setOwnerChoice } from './copyStore.ts'

/** Stores the copy setting for the page of the caller's links. */
export const updateKeepCopies = action(
  contract.updateKeepCopies,
  async ({ services, actor }, { keep_copies }) => {
    await services.db.write(tx => setOwnerChoice(tx, actor.personId, keep_copies))
    return {}
  },
)
