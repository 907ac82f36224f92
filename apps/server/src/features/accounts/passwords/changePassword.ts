import * as contract from '@nestmark/contract/accounts'
import { refuse } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import type { CallWith } from '../../../services.ts'
import { changeOwnPassword } from './changeOwnPassword.ts'
import { toSignedInUser, withHashQuota } from '../profile/ownAccount.ts'

export const changePassword = action(
  contract.changePassword,
  ({ services, actor, ip }: CallWith<'passwords'>, input) =>
    withHashQuota(ip, async () => {
      const changed = await changeOwnPassword(services, toSignedInUser(actor), {
        currentPassword: input.current_password,
        newPassword: input.new_password,
        deleteApiKeys: input.delete_api_keys,
        endThisSession: false,
      })
      if (changed === 'tooShort' || changed === 'tooLong') return refuse('profile.passwordLength')
      if (changed === 'tooCommon') return refuse('profile.passwordCommon')
      if (changed === 'none' || changed === 'wrong') return refuse('profile.passwordWrong')
      return {}
    }),
)
