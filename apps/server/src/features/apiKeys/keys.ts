import * as contract from '@nestmark/contract/apiKeys'
import { action } from '../../calls/action.ts'
import { selectKeys, removeKey } from './store.ts'
import { presentKey } from './present.ts'
import { refuse } from '../../access/refuse.ts'
import { toKeySelector } from './toKeySelector.ts'

/** Returns the caller's keys. */
export const listKeys = action(contract.listKeys, async ({ actor, services: { db } }) => {
  return (await selectKeys(db.read, actor.personId)).map(presentKey)
})

/** Deletes a key: the next call with it is refused. */
export const deleteKey = action(contract.deleteKey, async (call, input) => {
  if (!(await call.services.db.write(tx => removeKey(tx, toKeySelector(call, input.key)))))
    refuse('keys.notFound')
  return {}
})
