import { betterAuth } from 'better-auth/minimal'
import { bearer } from 'better-auth/plugins/bearer'
import { newId } from '../../db/newId.ts'
import { idleMs, newToken } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { addressKey } from '../../http/addressKey.ts'
import type { AuthAnswer, AuthRequest, Log } from './authDoor.ts'
import { authEndpoints } from './authEndpoints.ts'
import { authStore, throwingTrouble } from './authStore.ts'
import { createLetterBox } from './letterBox.ts'
import { existsLetter, resetLetter, sitePage, verifyLetter } from './letters.ts'
import { passkeyEndpoints } from './passkeyEndpoints.ts'
import { provider } from './provider.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { profileEndpoints } from './profileEndpoints.ts'
import { endSignIn, forgetExpired } from '../session/sessionStore.ts'
import { twoFactorEndpoints } from './twoFactorEndpoints.ts'
import { markVerified } from '../session/userStore.ts'

/** The address of the caller, as the door saw it. Whatever a caller sends under this name is dropped. */
const addressHeader = 'x-nestmark-address'

/** The sign-in library over our database. Loaded by the first call under /api/auth. */
export function createAuth(services: Services, log: Log) {
  const { config, db, now } = services
  const letterBox = createLetterBox(services)
  const send = letterBox.post
  const verified = config.smtpUrl !== null
  const accountsOrigin = config.accountsUrl.startsWith('/') ? [] : [new URL(config.accountsUrl).origin]

  const auth = betterAuth({
    appName: 'Nestmark',
    baseURL: config.publicUrl,
    basePath: '/api/auth',
    secret: config.secret,
    trustedOrigins: accountsOrigin,
    database: authStore(db),
    telemetry: { enabled: false },
    // Its warnings name every wrong password; the answers say the same to the one who may know.
    logger: { level: 'error', log: (_level, message, ...causes) => log(message, causes[0]) },
    // Its own limiter counts by address alone; ours stands in the door.
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      requireEmailVerification: verified,
      password: {
        hash: hashPassword,
        verify: ({ hash, password }) => verifyPassword(hash, password),
      },
      resetPasswordTokenExpiresIn: 3600,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) => send(resetLetter(config, user.email, token)),
      // The link came by mail, so the address is theirs.
      onPasswordReset: async ({ user }) => db.write(tx => markVerified(tx, user.id)),
      onExistingUserSignUp: async ({ user }) => send(existsLetter(config, user.email)),
    },
    emailVerification: verified
      ? {
          sendOnSignUp: true,
          sendOnSignIn: true,
          expiresIn: 3600,
          // A link that signs in would sign people in to whatever account somebody sends them a link for.
          autoSignInAfterVerification: false,
          sendVerificationEmail: async ({ user, token }) => send(verifyLetter(config, user.email, token)),
        }
      : undefined,
    user: { additionalFields: { username: { type: 'string', required: false, input: false } } },
    // Where a sign-in with a provider ends that did not come to its end.
    onAPIError: { errorURL: `${sitePage(config, 'login')}?refused=1` },
    session: { expiresIn: idleMs / 1000, disableSessionRefresh: true },
    verification: { storeIdentifier: 'hashed' },
    advanced: {
      cookiePrefix: 'nestmark',
      // No call of the product ever sees the cookie.
      defaultCookieAttributes: { path: '/api/auth', sameSite: 'lax', httpOnly: true },
      database: { generateId: newId },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      backgroundTasks: { handler: task => void task },
      // Said aloud because test environments switch them off by themselves.
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
          before: async (_session, context) => ({
            data: { token: newToken('nms'), ipAddress: context?.headers?.get(addressHeader) ?? '' },
          }),
          after: async session => db.write(tx => forgetExpired(tx, session.userId, now())),
        },
        delete: {
          // One that has run out leaves what was handed over from it; one that is ended takes it along.
          after: async session => {
            if (session.expiresAt.getTime() > now())
              await db.write(tx => endSignIn(tx, session.userId, session.id))
          },
        },
      },
    },
    // Before bearer(): what waits for its second factor gets no token.
    plugins: [
      ...provider(config),
      twoFactorEndpoints(services),
      passkeyEndpoints(services),
      bearer(),
      authEndpoints(services),
      profileEndpoints(services),
    ],
  })

  return {
    /** Whose session comes along with a call that does not go through the library. */
    whoIs: async (request: AuthRequest): Promise<string | null> => {
      const { headers } = requestOf(config.publicUrl, { ...request, fields: {} })
      return (await throwingTrouble(() => auth.api.getSession({ headers })))?.user.id ?? null
    },
    /** Hands a call of the door's choice to the library. */
    answer: async (request: AuthRequest & { fields: Record<string, unknown> }): Promise<AuthAnswer> =>
      answerOf(
        await letterBox.emptied(request.path, () =>
          throwingTrouble(() => auth.handler(requestOf(config.publicUrl, request))),
        ),
      ),
  }
}

// A provider's tokens are for calling it, which nobody here does: what is not kept cannot leak.
function withoutTokens<T extends object>(account: T): T {
  return { ...account, accessToken: null, refreshToken: null, idToken: null }
}

function requestOf(publicUrl: string, request: AuthRequest & { fields: Record<string, unknown> }): Request {
  const url = new URL(`${publicUrl}/api/auth${request.path}`)
  const headers = new Headers({ [addressHeader]: addressKey(request.ip) })
  for (const name of ['authorization', 'cookie', 'user-agent', 'referer'] as const) {
    const value = request.headers[name]
    if (value !== undefined) headers.set(name, value)
  }
  const origin = originOf(publicUrl, request)
  if (origin !== undefined) headers.set('origin', origin)
  // Browsers always name the site; programs that send some other header of this family are none.
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
 * The library knows one name of this server, and a browser may use another (localhost for 127.0.0.1). A page from the
 * very host that it calls is of the same origin whatever that is called; everything else is left for it to refuse.
 */
function originOf(publicUrl: string, { headers }: AuthRequest): string | undefined {
  const { origin, host } = headers
  if (origin === undefined || host === undefined) return origin
  const schemes = publicUrl.startsWith('https:') ? ['https:'] : ['http:', 'https:']
  return schemes.some(scheme => origin === `${scheme}//${host}`) ? new URL(publicUrl).origin : origin
}

async function answerOf(response: Response): Promise<AuthAnswer> {
  const headers: [string, string][] = [['content-type', 'application/json; charset=utf-8']]
  for (const cookie of response.headers.getSetCookie()) headers.push(['set-cookie', cookie])
  // The library gives its signed form, `token.signature`; the product's calls know the token alone.
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
