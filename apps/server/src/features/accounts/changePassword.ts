import type * as contract from '@nestmark/contract/accounts'
import type { Actor } from '../../access/actor.ts'
import { refuse } from '../../access/refuse.ts'
import type { Handler } from '../../calls/route.ts'
import { changeOwnPassword } from './changeOwnPassword.ts'
import { toSignedInUser, withHashQuota } from './ownAccount.ts'

export const changePassword: Handler<typeof contract.changePassword, Actor> = (
  { services, actor, ip },
  input,
) =>
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
  })
