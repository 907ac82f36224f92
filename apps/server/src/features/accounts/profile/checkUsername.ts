import * as contract from '@nestmark/contract/accounts'
import { accountsTexts } from '@nestmark/texts/accounts/accounts'
import { StatusReply } from '../../../calls/replies.ts'
import { action } from '../../../calls/action.ts'
import { usernameState } from './profile.ts'

/** Returns the sentence as the message, which the page shows unchanged; below four characters there is none. */
export const checkUsername = action(contract.checkUsername, async ({ services, actor }, input) => {
  const state = await usernameState(services, actor.personId, input.username)
  return new StatusReply({ available: state === 'free' }, 200, accountsTexts.username[state])
})
