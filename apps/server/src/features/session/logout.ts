import type { logout as operation } from '@nestmark/contract/session'
import type { Actor } from '../../access/actor.ts'
import type { Handler } from '../../calls/route.ts'
import { endSignIn, findSession, findSignIn } from './sessionStore.ts'

/** Ends this session and its sign-in, so that the sign-in site does not sign in the next person at this browser. */
export const logout: Handler<typeof operation, Actor> = async ({ services, actor }) => {
  await services.db.write(async tx => {
    const session = await findSession(tx, actor.sessionId)
    if (session) await endSignIn(tx, actor.personId, findSignIn(session))
  })
  services.events.sessionsEnded()
  return {}
}
