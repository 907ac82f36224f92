import * as contract from '@nestmark/contract/session'
import * as liveUpdates from '@nestmark/contract/liveUpdates'
import { refuse } from '../../access/refuse.ts'
import type { Tx } from '../../db/db.ts'
import { action } from '../../calls/action.ts'
import type { CallWith } from '../../services.ts'
import { findSession as findCaller, idleMs } from '../../access/session.ts'
import { createToken, hashToken } from '../../access/tokens.ts'
import { toAddressKey } from '../../calls/addressKey.ts'
import {
  findCode,
  deleteCodes,
  recordIssuedCode,
  spendCode,
  deleteExpiredSessions,
  endSession,
  endSignIn,
  findSession,
  findSignIn,
  insertSession,
} from './sessionStore.ts'
import { createPerson } from './createPerson.ts'
import { StreamReply } from '../../calls/replies.ts'

const day = 86_400_000

/**
 * Exchanges a one-time code for a session. Any attempt uses up the code; a second use means that the code was stolen,
 * so it ends the session from the first one (T05).
 */
export const exchangeCode = action(contract.exchangeCode, async ({ services, ip }, input) => {
  const { db, now } = services
  const at = now()
  const codeHash = hashToken(input.code)
  const token = createToken('nms')
  const redirect = await db.write(async tx => {
    const code = await spendCode(tx, codeHash, at)
    if (!code) return endIssued(tx, codeHash)
    // The challenge of PKCE's S256 and our token hash are the same function: SHA-256 in base64url.
    const known = code.state_hash === hashToken(input.state) && code.challenge === hashToken(input.verifier)
    const signIn = await findSession(tx, code.sign_in_id)
    if (!known || code.expires_at <= at || !signIn || signIn.expiresAt <= at) return null
    const sessionId = await insertSession(tx, {
      userId: code.user_id,
      token: hashToken(token),
      signInId: signIn.id,
      ipAddress: toAddressKey(ip),
      userAgent: signIn.userAgent,
      expiresAt: at + idleMs,
      createdAt: signIn.createdAt,
      updatedAt: at,
    })
    await recordIssuedCode(tx, codeHash, sessionId)
    await deleteExpiredSessions(tx, code.user_id, at)
    await deleteCodes(tx, at - day)
    return code.redirect
  })
  if (redirect === null) services.events.sessionsEnded()
  if (redirect === null) return refuse('session.codeInvalid')
  return { token, redirect }
})

async function endIssued(tx: Tx, codeHash: string): Promise<null> {
  const spent = await findCode(tx, codeHash)
  if (spent?.issued_session) await endSession(tx, spent.issued_session)
  return null
}

/**
 * Creates the product's account of a user who signed in for the first time. Accepts the token in the header or in the
 * body.
 */
export const createAccount = action(
  contract.createAccount,
  async ({ services, token }: CallWith<'usedSessions', null>, input) => {
    const bearer = token ?? input.token
    if (!bearer) return refuse('session.noToken')
    const { actor, userId, sessionId } = await findCaller(services, bearer)
    if (actor) return refuse('session.accountExists', { data: { user_id: userId } })
    await createPerson(services, userId, sessionId)
    return { user_id: userId }
  },
)

/** Ends this session and its sign-in, so that the sign-in site does not sign in the next person at this browser. */
export const logout = action(contract.logout, async ({ services, actor }) => {
  await services.db.write(async tx => {
    const session = await findSession(tx, actor.sessionId)
    if (session) await endSignIn(tx, actor.personId, findSignIn(session))
  })
  services.events.sessionsEnded()
  return {}
})

/** Streams changes to the caller, until one side disconnects or the session ends. */
export const streamEvents = action(
  liveUpdates.streamEvents,
  async ({ actor, services: { events } }: CallWith<'events'>, input) =>
    new StreamReply(
      (sink, onAccepted) => events.openStream({ ...actor, ...input }, sink, onAccepted),
      events.removeStream,
    ),
)
