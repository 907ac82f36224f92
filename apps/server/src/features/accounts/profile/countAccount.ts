import * as contract from '@nestmark/contract/accounts'
import { action } from '../../../calls/action.ts'
import { readAccountContents } from './closeAccount.ts'
import { toSignedInUser } from './ownAccount.ts'

/** Counts what the deletion of the account would delete. */
export const countAccount = action(contract.countAccount, ({ services, actor }) => {
  return readAccountContents(services, toSignedInUser(actor))
})
