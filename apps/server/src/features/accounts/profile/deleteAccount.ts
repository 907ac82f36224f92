import * as contract from '@nestmark/contract/accounts'
import { refuse } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import type { CallWith } from '../../../services.ts'
import { closeOwnAccount } from './closeAccount.ts'
import { toSignedInUser, withHashQuota } from './ownAccount.ts'

export const deleteAccount = action(
  contract.deleteAccount,
  ({ services, actor, ip }: CallWith<'passwords'>, input) =>
    withHashQuota(ip, async () => {
      const proof = await closeOwnAccount(services, toSignedInUser(actor), input)
      if (proof === 'refused') return refuse('profile.passkeyWrong')
      if (proof === 'wrong') return refuse('profile.passwordWrong')
      if (proof === 'needed') return refuse('profile.proofNeeded')
      return {}
    }),
)
