import type { APIError } from 'better-auth/api'
import { betterAuth } from 'better-auth/minimal'
import { bearer } from 'better-auth/plugins/bearer'
import type { Refused } from '../../access/refuse.ts'
import type { Tx } from '../../db/db.ts'
import { newId } from '../../db/newId.ts'
import { idleMs, newToken } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { addressKey } from '../../http/addressKey.ts'
import type { AuthAnswer, AuthRequest } from '../../http/authRoutes.ts'
import { authEndpoints } from './authEndpoints.ts'
import { authStore, throwingTrouble } from './authStore.ts'
import { authError, wrongPassword } from './defineAuthEndpoint.ts'
import { createMailQueue } from './mailQueue.ts'
import { accountExistsEmail, resetPasswordEmail, sitePage, verifyAddressEmail } from './emails.ts'
import { noteMailboxProof } from './mailboxProof.ts'
import { passkeyEndpoints } from './passkeyEndpoints.ts'
import { provider } from './provider.ts'
import { asPasswordCaller, type PasswordCaller, passwordCaller } from './passwordCaller.ts'
import { passwordEndpoints } from './passwordEndpoints.ts'
import { profileEndpoints } from './profileEndpoints.ts'
import { endSession, endSignIn, findSession, forgetExpired, findSignIn } from '../session/sessionStore.ts'
import { lockUser, readPasswordHash } from './store.ts'
import { twoFactorEndpoints } from './twoFactorEndpoints.ts'

/** The caller's IP address as determined by the gateway. A header of this name in the request is dropped. */
const addressHeader = 'x-nestmark-address'

export type Log = (message: string, cause: unknown) => void

/** Creates the sign-in library on our database. Loaded by the first call under /api/auth. */
export function createAuth(services: Services, log: Log) {
  const { config, db, now, passwords } = services
  const mailQueue = createMailQueue(services)
  const send = mailQueue.post
  const verified = config.smtpUrl !== null

  /**
   * Checks again what a new session relies on, because hashing takes time: a password that was changed concurrently
   * has ended all other sessions, and must not open a new one.
   */
  async function keepSignIn(tx: Tx, session: { id: string; userId: string }): Promise<boolean> {
    await forgetExpired(tx, session.userId, now())
    const proof = passwordCaller()?.proof
    if (proof === undefined) return true
    await lockUser(tx, session.userId)
    if ((await readPasswordHash(tx, session.userId)) === proof) return true
    await endSession(tx, session.id)
    return false
  }

  const accountsOrigin = config.accountsUrl.startsWith('/') ? [] : [new URL(config.accountsUrl).origin]

  const auth = betterAuth({
    appName: 'Nestmark',
    baseURL: config.publicUrl,
    basePath: '/api/auth',
    secret: config.secret,
    trustedOrigins: accountsOrigin,
    database: authStore(db),
    telemetry: { enabled: false },
    // Its warnings report every wrong password; the responses already tell the caller.
    logger: { level: 'error', log: (_level, message, ...causes) => log(message, causes[0]) },
    // Its own rate limiter counts by address only; the gateway has its own.
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      requireEmailVerification: verified,
      password: {
        hash: passwords.hash,
        verify: ({ hash, password }) => passwords.verify(hash, password),
      },
      resetPasswordTokenExpiresIn: 3600,
      sendResetPassword: async ({ user, token }) => send(resetPasswordEmail(config, user.email, token)),
      onExistingUserSignUp: async ({ user }) => send(accountExistsEmail(config, user.email)),
    },
    emailVerification: verified
      ? {
          sendOnSignUp: true,
          sendOnSignIn: true,
          expiresIn: 3600,
          // A link that signs in could sign a user in to an account of the link's sender.
          autoSignInAfterVerification: false,
          sendVerificationEmail: async ({ user, token }) =>
            send(verifyAddressEmail(config, user.email, token)),
          afterEmailVerification: async user => db.write(tx => noteMailboxProof(tx, services, user.id)),
        }
      : undefined,
    user: { additionalFields: { username: { type: 'string', required: false, input: false } } },
    // The redirect target of a provider sign-in that failed.
    onAPIError: { errorURL: `${sitePage(config, 'login')}?refused=1` },
    session: { expiresIn: idleMs / 1000, disableSessionRefresh: true },
    verification: { storeIdentifier: 'hashed' },
    advanced: {
      cookiePrefix: 'nestmark',
      // Product calls never receive the cookie.
      defaultCookieAttributes: { path: '/api/auth', sameSite: 'lax', httpOnly: true },
      database: { generateId: newId },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      backgroundTasks: { handler: task => void task },
      // Set explicitly, because test environments disable the checks by default.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    databaseHooks: {
      account: {
        create: { before: async account => ({ data: withoutTokens(account) }) },
        update: { before: async account => ({ data: withoutTokens(account) }) },
      },
      user: {
        update: {
          after: async user => services.events.announce({ ownerId: user.id, topics: ['profile'], by: null }),
        },
      },
      session: {
        create: {
          before: async (_session, context) => {
            const at = new Date(now())
            return {
              data: {
                token: newToken('nms'),
                ipAddress: context?.headers?.get(addressHeader) ?? '',
                // Uses the same clock as all other session checks.
                createdAt: at,
                updatedAt: at,
                expiresAt: new Date(at.getTime() + idleMs),
              },
            }
          },
          after: async session => {
            if (!(await db.write(tx => keepSignIn(tx, session)))) throw wrongPassword()
          },
        },
        delete: {
          // Expiry leaves the sessions handed off from this one; ending it ends them too.
          after: async session => {
            if (session.expiresAt.getTime() > now())
              await db.write(tx => endSignIn(tx, session.userId, session.id))
          },
        },
      },
    },
    // Must precede bearer(): a sign-in that waits for its second factor gets no token.
    plugins: [
      ...provider(config),
      twoFactorEndpoints(services),
      passkeyEndpoints(services),
      bearer(),
      authEndpoints(services),
      profileEndpoints(services),
      passwordEndpoints(services),
    ],
  })

  const sessionOf = async (request: AuthRequest) => {
    const { headers } = toRequest(config.publicUrl, { ...request, fields: {} })
    return throwingTrouble(() => auth.api.getSession({ headers }))
  }
  return {
    /** Returns the user of the session in a request that does not pass through the library. */
    whoIs: async (request: AuthRequest): Promise<string | null> =>
      (await sessionOf(request))?.user.id ?? null,
    /** Returns the id of the request's sign-in, whatever its other headers are. */
    signInWith: async (request: AuthRequest): Promise<string | null> => {
      const found = await sessionOf(request)
      const session = found && (await findSession(db.read, found.session.id))
      return session ? findSignIn(session) : null
    },
    /**
     * Passes a call that the gateway has allowed to the library.
     * @param caller the quota for hashing; receives the result of a password comparison
     */
    answer: async (
      request: AuthRequest & { fields: Record<string, unknown> },
      caller: PasswordCaller,
    ): Promise<AuthAnswer> => {
      caller.errorOf = asApiError
      const call = () => throwingTrouble(() => auth.handler(toRequest(config.publicUrl, request)))
      return readAnswer(await asPasswordCaller(caller, () => mailQueue.emptied(request.path, call)))
    },
  }
}

/** Returns a refusal as an error of the library. */
function asApiError({ code, retryAfter }: Refused): APIError {
  const headers = { 'retry-after': String(retryAfter ?? 5) }
  return code === 'server.busy'
    ? authError('SERVER_BUSY', 'The server is very busy.', headers)
    : authError('TOO_MANY_REQUESTS', 'Too many requests.', headers)
}

// A provider's tokens are for calling its API, which is never done: tokens that are not stored cannot leak.
function withoutTokens<T extends object>(account: T): T {
  return { ...account, accessToken: null, refreshToken: null, idToken: null }
}

function toRequest(publicUrl: string, request: AuthRequest & { fields: Record<string, unknown> }): Request {
  const url = new URL(`${publicUrl}/api/auth${request.path}`)
  const headers = new Headers({ [addressHeader]: addressKey(request.ip) })
  for (const name of ['authorization', 'cookie', 'user-agent', 'referer'] as const) {
    const value = request.headers[name]
    if (value !== undefined) headers.set(name, value)
  }
  const origin = allowedOrigin(publicUrl, request)
  if (origin !== undefined) headers.set('origin', origin)
  // Browsers always send sec-fetch-site; other headers of this family alone do not identify a browser.
  if (request.headers['sec-fetch-site'] !== undefined)
    for (const name of ['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest'] as const)
      headers.set(name, request.headers[name] ?? '')
  if (request.method === 'GET') {
    for (const [name, value] of Object.entries(request.fields)) url.searchParams.set(name, String(value))
    return new Request(url, { headers })
  }
  headers.set('content-type', 'application/json')
  return new Request(url, { method: 'POST', headers, body: JSON.stringify(request.fields) })
}

/**
 * Returns the Origin header for the library, which knows one name of this server, while a browser may use another
 * (localhost for 127.0.0.1). The origin of the called host itself is replaced by the configured one; the library
 * refuses every other origin.
 */
function allowedOrigin(publicUrl: string, { headers }: AuthRequest): string | undefined {
  const { origin, host } = headers
  if (origin === undefined || host === undefined) return origin
  const schemes = publicUrl.startsWith('https:') ? ['https:'] : ['http:', 'https:']
  return schemes.some(scheme => origin === `${scheme}//${host}`) ? new URL(publicUrl).origin : origin
}

async function readAnswer(response: Response): Promise<AuthAnswer> {
  const headers: [string, string][] = [['content-type', 'application/json; charset=utf-8']]
  for (const cookie of response.headers.getSetCookie()) headers.push(['set-cookie', cookie])
  // The library returns its signed form, `token.signature`; product calls use only the token.
  const token = response.headers.get('set-auth-token')
  if (token) headers.push(['set-auth-token', token.split('.')[0]!])
  const location = response.headers.get('location')
  if (location) headers.push(['location', location])
  const wait = response.headers.get('retry-after')
  if (wait) headers.push(['retry-after', wait])
  const text = await response.text()
  const body = text || JSON.stringify({ code: response.statusText, message: response.statusText })
  return { status: response.status, headers, body }
}
