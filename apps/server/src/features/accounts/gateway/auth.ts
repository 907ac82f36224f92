import { requestPasswordReset } from '@nestmark/contract/auth/authPasswords'
import { resetWithoutEmail } from '@nestmark/texts/accounts/accountsWithoutEmail'
import type { BetterAuthOptions } from 'better-auth'
import type { APIError } from 'better-auth/api'
import { betterAuth } from 'better-auth/minimal'
import { bearer } from 'better-auth/plugins/bearer'
import type { Refused } from '../../../access/refuse.ts'
import type { Config } from '../../../configuration/config.ts'
import { newId } from '../../../db/newId.ts'
import { idleMs } from '../../../access/session.ts'
import type { Services } from '../../../services.ts'
import type { AuthAnswer, AuthRequest } from '../../../calls/authGateway.ts'
import { authEndpoints } from './authEndpoints.ts'
import { databaseHooks } from './authHooks.ts'
import { addressHeader, readAnswer, toRequest } from './authMessages.ts'
import { authStore, throwingTrouble } from './authStore.ts'
import { authError } from './defineAuthEndpoint.ts'
import { createMailQueue, type MailQueue } from '../email/mailQueue.ts'
import { accountExistsEmail, resetPasswordEmail, sitePage, verifyAddressEmail } from '../email/emails.ts'
import { recordMailboxProof } from '../signIn/mailboxProof.ts'
import { passkeyEndpoints } from '../signIn/passkeyEndpoints.ts'
import { provider } from '../signIn/provider.ts'
import { asPasswordCaller, type PasswordCaller } from '../passwords/passwordCaller.ts'
import { passwordEndpoints } from '../passwords/passwordEndpoints.ts'
import { profileEndpoints } from '../profile/profileEndpoints.ts'
import { queueInvitedShares } from '../../session/invitedShares.ts'
import { findSession, findSignIn } from '../../session/sessionStore.ts'
import { twoFactorEndpoints } from '../secondFactor/twoFactorEndpoints.ts'

export type Log = (message: string, cause: unknown) => void

/** Creates the sign-in library on our database. Loaded by the first call under /api/auth. */
export function createAuth(services: Services, log: Log) {
  const { config, db } = services
  const mailQueue = createMailQueue(services)
  const accountsOrigin = config.accountsUrl.startsWith('/') ? [] : [new URL(config.accountsUrl).origin]
  const auth = betterAuth({
    appName: 'Nestmark',
    baseURL: config.publicUrl,
    basePath: '/api/auth',
    secret: config.secret,
    trustedOrigins: accountsOrigin,
    database: authStore(db),
    telemetry: { enabled: false },
    // Its warnings report every wrong password, which the responses already report to the caller.
    logger: { level: 'error', log: (_level, message, ...causes) => log(message, causes[0]) },
    // Its own rate limiter counts by address only; the gateway has its own.
    rateLimit: { enabled: false },
    emailAndPassword: emailAndPassword(services, mailQueue),
    emailVerification: emailVerification(services, mailQueue),
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
    databaseHooks: databaseHooks(services),
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

  const readSession = async (request: AuthRequest) => {
    const { headers } = toRequest(config.publicUrl, { ...request, fields: {} })
    return throwingTrouble(() => auth.api.getSession({ headers }))
  }
  return {
    /** Returns the user of the session in a request that does not pass through the library. */
    whoIs: async (request: AuthRequest): Promise<string | null> =>
      (await readSession(request))?.user.id ?? null,
    /** Returns the id of the request's sign-in, regardless of its other headers. */
    signInWith: async (request: AuthRequest): Promise<string | null> => {
      const found = await readSession(request)
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
      caller.toError = asApiError
      const call = () => throwingTrouble(() => auth.handler(toRequest(config.publicUrl, request)))
      const answer = await readAnswer(
        await asPasswordCaller(caller, () => mailQueue.emptied(request.path, call)),
      )
      // The library's message says that an email was sent.
      return request.path === requestPasswordReset.path && answer.status === 200 && !isMailSent(config)
        ? { ...answer, body: JSON.stringify({ status: true, message: resetWithoutEmail }) }
        : answer
    },
  }
}

function emailAndPassword({ config, passwords }: Services, { post }: MailQueue) {
  return {
    enabled: true,
    minPasswordLength: 8,
    maxPasswordLength: 128,
    requireEmailVerification: isMailSent(config),
    password: {
      hash: passwords.hash,
      verify: ({ hash, password }) => passwords.verify(hash, password),
    },
    resetPasswordTokenExpiresIn: 3600,
    sendResetPassword: async ({ user, token }) => post(resetPasswordEmail(config, user.email, token)),
    onExistingUserSignUp: async ({ user }) => post(accountExistsEmail(config, user.email)),
  } satisfies BetterAuthOptions['emailAndPassword']
}

function emailVerification(services: Services, { post }: MailQueue) {
  const { config, db, now, jobs } = services
  if (!isMailSent(config)) return undefined
  return {
    sendOnSignUp: true,
    sendOnSignIn: true,
    expiresIn: 3600,
    // A link that signs in could sign a user in to an account of the link's sender.
    autoSignInAfterVerification: false,
    sendVerificationEmail: async ({ user, token }) => post(verifyAddressEmail(config, user.email, token)),
    afterEmailVerification: async user => {
      await db.write(async tx => {
        await recordMailboxProof(tx, services, user.id)
        await queueInvitedShares(tx, user.id, now())
      })
      jobs.wake()
    },
  } satisfies BetterAuthOptions['emailVerification']
}

/** Returns true when users can receive emails, and therefore must verify their addresses. */
const isMailSent = ({ smtpUrl }: Config) => smtpUrl !== null

/** Returns a refusal as an error of the library. */
function asApiError({ code, retryAfter }: Refused): APIError {
  const headers = { 'retry-after': String(retryAfter ?? 5) }
  return code === 'server.busy'
    ? authError('SERVER_BUSY', 'The server is very busy.', headers)
    : authError('TOO_MANY_REQUESTS', 'Too many requests.', headers)
}
