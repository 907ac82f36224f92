import type { deleteKey as remove } from '@nestmark/contract/apiKeys'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../calls/call.ts'
import { removeKey } from './store.ts'
import { toKeySelector } from './toKeySelector.ts'

/** Deletes a key: the next call with it is refused. */
export async function deleteKey(call: Call, input: Parsed<typeof remove>): Promise<Output<typeof remove>> {
  if (!(await call.services.db.write(tx => removeKey(tx, toKeySelector(call, input.key)))))
    refuse('keys.notFound')
  return {}
}
