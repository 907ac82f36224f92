import * as contract from '@nestmark/contract/apiKeys'
import { action } from '../../calls/action.ts'
import { selectKeys } from './store.ts'
import { presentKey } from './present.ts'

/** Returns the caller's keys. */
export const listKeys = action(contract.listKeys, async ({ actor, services: { db } }) => {
  return (await selectKeys(db.read, actor.personId)).map(presentKey)
})
