import type * as contract from '@nestmark/contract/accounts'
import type { Output } from '@nestmark/contract/operation'
import type { Call } from '../../calls/call.ts'
import { readAccountContents } from './closeAccount.ts'
import { toSignedInUser } from './ownAccount.ts'

/** Counts what the deletion of the account would delete. */
export function countAccount({ services, actor }: Call): Promise<Output<typeof contract.countAccount>> {
  return readAccountContents(services, toSignedInUser(actor))
}
