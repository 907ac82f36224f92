import { createToken, hashToken } from '../../../access/tokens.ts'
import type { Services } from '../../../services.ts'
import { insertCode, findSession } from '../../session/sessionStore.ts'

/** The lifetime of a code, in milliseconds. */
const codeMs = 60_000

export interface HandoffRequest {
  /** The product's random value from before the redirect, which it must present again. */
  state: string
  /** SHA-256 of the product's secret verifier (PKCE, S256). */
  codeChallenge: string
  redirect?: string
}

/**
 * Creates the one-time code with which a browser that is signed in here gets a session at the product.
 * @returns null when this session was itself handed off: it must not create others
 */
export async function createHandoff(
  services: Services,
  sessionId: string,
  request: HandoffRequest,
): Promise<{ code: string; url: string } | null> {
  const { db, now, config } = services
  const session = await findSession(db.read, sessionId)
  if (!session || session.signInId !== null) return null
  const code = createToken('nmc')
  await db.write(tx =>
    insertCode(tx, {
      code_hash: hashToken(code),
      user_id: session.userId,
      sign_in_id: session.id,
      state_hash: hashToken(request.state),
      challenge: request.codeChallenge,
      redirect: safeRedirect(request.redirect),
      expires_at: now() + codeMs,
    }),
  )
  const path = `/token?${new URLSearchParams({ q: code, state: request.state })}`
  // The bundled sign-in site keeps the host name that the browser used.
  return { code, url: config.accountsUrl.startsWith('/') ? path : config.publicUrl + path }
}

const otherwise = '/dashboard'

/** Returns where to go after a sign-in: a path of the product, never another origin (T08). */
export function safeRedirect(target: string | undefined): string {
  // Browsers treat '\' as '/', skip tabs and line breaks, and treat '//' as another host.
  if (!target || target.length > 2000 || !/^\/(?![/\\])/.test(target) || /[\p{Cc}\\]/u.test(target))
    return otherwise
  const here = 'https://here.invalid'
  const url = URL.canParse(target, here) ? new URL(target, here) : null
  if (url?.origin !== here || /^\/(\/|token\b|accounts\b|api\b)/.test(url.pathname)) return otherwise
  return url.pathname + url.search + url.hash
}
