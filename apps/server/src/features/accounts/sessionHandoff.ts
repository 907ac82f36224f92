import { newToken, tokenHash } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { insertCode } from '../session/codeStore.ts'
import { safeRedirect } from './safeRedirect.ts'
import { findSession } from '../session/sessionStore.ts'

/** A code is good for this long. */
export const codeMs = 60_000

export interface HandoffRequest {
  /** What the product made up before it sent the browser here, and will be asked for again. */
  state: string
  /** SHA-256 of the verifier that the product keeps to itself (PKCE, S256). */
  codeChallenge: string
  redirect?: string
}

/**
 * Makes the one-time code by which a browser that is signed in here becomes signed in at the product.
 * @returns null when this session was itself handed over: it must not breed others
 */
export async function createHandoff(
  services: Services,
  sessionId: string,
  wish: HandoffRequest,
): Promise<{ code: string; url: string } | null> {
  const { db, now, config } = services
  const session = await findSession(db.read, sessionId)
  if (!session || session.signInId !== null) return null
  const code = newToken('nmc')
  await db.write(tx =>
    insertCode(tx, {
      code_hash: tokenHash(code),
      user_id: session.userId,
      sign_in_id: session.id,
      state_hash: tokenHash(wish.state),
      challenge: wish.codeChallenge,
      redirect: safeRedirect(wish.redirect),
      expires_at: now() + codeMs,
    }),
  )
  const path = `/token?${new URLSearchParams({ q: code, state: wish.state })}`
  // The site that ships with the product stays on whatever name the browser reached it by.
  return { code, url: config.accountsUrl.startsWith('/') ? path : config.publicUrl + path }
}
