import type * as contract from '@nestmark/contract/accounts'
import type { Actor } from '../../access/actor.ts'
import { refuse } from '../../access/refuse.ts'
import type { Handler } from '../../calls/route.ts'
import { closeOwnAccount } from './closeAccount.ts'
import { toSignedInUser, withHashQuota } from './ownAccount.ts'

export const deleteAccount: Handler<typeof contract.deleteAccount, Actor> = (
  { services, actor, ip },
  input,
) =>
  withHashQuota(ip, async () => {
    const proof = await closeOwnAccount(services, toSignedInUser(actor), input)
    if (proof === 'refused') return refuse('profile.passkeyWrong')
    if (proof === 'wrong') return refuse('profile.passwordWrong')
    if (proof === 'needed') return refuse('profile.proofNeeded')
    return {}
  })
