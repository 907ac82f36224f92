import * as contract from '@nestmark/contract/session'
import { action } from '../../calls/action.ts'
import { endSignIn, findSession, findSignIn } from './sessionStore.ts'

/** Ends this session and its sign-in, so that the sign-in site does not sign in the next person at this browser. */
export const logout = action(contract.logout, async ({ services, actor }) => {
  await services.db.write(async tx => {
    const session = await findSession(tx, actor.sessionId)
    if (session) await endSignIn(tx, actor.personId, findSignIn(session))
  })
  services.events.sessionsEnded()
  return {}
})
