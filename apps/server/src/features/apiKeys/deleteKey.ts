import * as contract from '@nestmark/contract/apiKeys'
import { refuse } from '../../access/refuse.ts'
import { action } from '../../calls/action.ts'
import { removeKey } from './store.ts'
import { toKeySelector } from './toKeySelector.ts'

/** Deletes a key: the next call with it is refused. */
export const deleteKey = action(contract.deleteKey, async (call, input) => {
  if (!(await call.services.db.write(tx => removeKey(tx, toKeySelector(call, input.key)))))
    refuse('keys.notFound')
  return {}
})
