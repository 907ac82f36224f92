import type * as contract from '@nestmark/contract/accounts'
import { accountsTexts } from '@nestmark/texts/accounts'
import type { Actor } from '../../access/actor.ts'
import { StatusReply } from '../../calls/replies.ts'
import type { Handler } from '../../calls/route.ts'
import { usernameState } from './profile.ts'

/** Returns the sentence as the message, which the page shows unchanged; below four characters there is none. */
export const checkUsername: Handler<typeof contract.checkUsername, Actor> = async (
  { services, actor },
  input,
) => {
  const state = await usernameState(services, actor.personId, input.username)
  return new StatusReply({ available: state === 'free' }, 200, accountsTexts.username[state])
}
