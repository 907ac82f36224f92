import { type AuthErrorCode, authErrorStatus } from '@nestmark/contract/auth/authErrors'
import type { AuthOutput } from '@nestmark/contract/auth/authOperation'
import { uploadProfileImage } from '@nestmark/contract/auth/authProfile'
import { signInEmail, signInSocial, signUpEmail } from '@nestmark/contract/auth/authSignIn'
import { assertDefined } from '@nestmark/core/assertDefined'
import { freeingSpace } from '../../../db/writes/diskReserve.ts'
import type { Services } from '../../../services.ts'
import { toAddressKey } from '../../../calls/addressKey.ts'
import { RateLimits } from '../../../calls/rateLimits.ts'
import { Attempts, type Counted } from '../signIn/attempts.ts'
import type { AuthAnswer, AuthGateway, AuthRequest } from '../../../calls/authGateway.ts'
import type { Log } from './auth.ts'
import { type AuthCall, authCalls, startAttempt, type Attempt } from './authCalls.ts'
import { checkMailboxProof } from '../signIn/mailboxProof.ts'
import { type PasswordCaller, passwordPriority } from '../passwords/passwordCaller.ts'
import { setImage } from '../profile/profile.ts'
import { isKnownAddress } from '../../session/sessionStore.ts'

const signIn = assertDefined(authCalls[`POST ${signInEmail.path}`])
const signUp = assertDefined(authCalls[`POST ${signUpEmail.path}`])

/** The calls that need a configured OpenID Connect provider. */
const providerPaths: ReadonlySet<string> = new Set([signInSocial.path, '/callback/oidc'])

type Library = typeof import('./auth.ts')
type Auth = ReturnType<Library['createAuth']>

/**
 * Creates the gateway to the sign-in library: it limits which calls are allowed, with which fields, how often. The
 * library itself is loaded by the first call, because it costs a seventh of a second and 50 MB, which an idle server
 * does not need.
 */
export function createAuthGateway(services: Services, log: Log): AuthGateway {
  const attempts = new Attempts(services.steady)
  const limits = new RateLimits(services.steady)
  let opened: Promise<Auth> | null = null
  const open = () =>
    (opened ??= import('./auth.ts')
      .then(library => library.createAuth(services, log))
      .catch((error: unknown) => {
        opened = null
        throw error
      }))

  /**
   * Returns the caller's proof of access to the mailbox, and the counters that do not apply to the caller. Queries
   * the database only when a sign-in would be delayed, at a limited rate per address: refused callers cost nothing.
   */
  async function readMailboxProof(
    call: AuthCall,
    attempt: Attempt,
    pass: unknown,
  ): Promise<{ proved: string | null; exempt: Set<Counted> }> {
    const noProof = { proved: null, exempt: new Set<Counted>() }
    if (call !== signIn || attempt.email === '') return noProof
    const isDelayed = (call.limitKeys?.(attempt) ?? []).some(([kind, key]) => attempts.wait(kind, key) > 0)
    if (!isDelayed || !limits.trySpendForAddress('delayedSignIn', attempt.ip)) return noProof
    const { db, now } = services
    const address = toAddressKey(attempt.ip)
    // A caller with access to the mailbox bypasses the limits that others have used up.
    const token = typeof pass === 'string' ? pass : ''
    const proved = await checkMailboxProof(services, attempt.email, address, token)
    // An address with a session of the account is not delayed by other people's attempts from elsewhere.
    const known = proved === null && (await isKnownAddress(db.read, attempt.email, address, now()))
    return { proved, exempt: new Set<Counted>(known ? ['signInAccount'] : []) }
  }

  return {
    async answer(request) {
      const call = authCalls[`${request.method} ${request.path}`]
      if (!call) return refusal('NOT_FOUND', 'This API call does not exist.')
      // The library would log each such call as an error.
      if (providerPaths.has(request.path) && !services.config.oidc)
        return refusal('PROVIDER_NOT_FOUND', 'This server has no sign-in provider.')
      const input = readInput(call, request)
      if ('status' in input) return input
      const auth = await open()
      const address = toAddressKey(request.ip)
      const attempt: Attempt = {
        email: typeof input.fields.email === 'string' ? input.fields.email : '',
        ip: request.ip,
        signIn: call.bySignIn ? ((await auth.signInWith(request)) ?? `nobody ${address}`) : '',
        proved: null,
      }
      const { proved, exempt } = await readMailboxProof(call, attempt, input.fields.pass)
      attempt.proved = proved
      const started = startAttempt(attempts, call, attempt, exempt)
      if (typeof started === 'number') return tooMany(started, call === signIn)
      const priority = call === signUp ? passwordPriority.signUp : passwordPriority.signIn
      const caller: PasswordCaller = { address, priority, signal: request.signal }
      const ended = (status: number) => {
        const { verified, refused = false } = caller
        started.finish({ status, verified, unchecked: refused || (status >= 500 && verified === undefined) })
      }
      const ask = () => auth.answer({ ...request, fields: input.fields }, caller)
      try {
        const answer =
          request.path === uploadProfileImage.path
            ? await takeImage(services, auth, request)
            : await (call.endsSessions ? freeingSpace(ask) : ask())
        ended(answer.status)
        if (call.endsSessions && answer.status < 400) services.events.sessionsEnded()
        return answer
      } catch (error) {
        ended(500)
        throw error
      }
    },
  }
}

/** Handles a picture, which is not JSON, without the library; only asks it for the session. */
async function takeImage(services: Services, auth: Auth, request: AuthRequest): Promise<AuthAnswer> {
  const userId = await auth.whoIs(request)
  if (!userId) return refusal('UNAUTHORIZED', 'Unauthorized')
  if (!request.file || !(await setImage(services, userId, toAddressKey(request.ip), request.file)))
    return refusal('INVALID_IMAGE', 'This is not a picture that can be read.')
  services.events.publish({ ownerId: userId, topics: ['profile', 'shares'], by: null })
  return reply(200, { status: true } satisfies AuthOutput<typeof uploadProfileImage>)
}

type Input = { fields: Record<string, unknown> } | AuthAnswer

function readInput(call: AuthCall, { method, headers, body, query }: AuthRequest): Input {
  if (method === 'GET') return { fields: picked(call, Object.fromEntries(query)) }
  // A cross-site form can send any content type but this one without a preflight.
  if (body !== '' && !/^application\/json\b/i.test(headers['content-type'] ?? ''))
    return refusal('UNSUPPORTED_MEDIA_TYPE', 'Send JSON.')
  const parsed = parse(body)
  if (!parsed) return refusal('INVALID_JSON', 'The request is not valid JSON.')
  const fields = picked(call, parsed)
  const { name, email } = fields
  if (typeof email === 'string') fields.email = email.trim().toLowerCase()
  if (typeof email === 'string' && email.length > 254)
    return refusal('INVALID_EMAIL', 'An email address has at most 254 characters.')
  if (name !== undefined) {
    const plain = typeof name === 'string' ? name.trim() : ''
    if (plain === '' || plain.length > 100) return refusal('INVALID_NAME', 'A name has 1 to 100 characters.')
    fields.name = plain
  }
  return { fields }
}

function parse(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = body === '' ? {} : JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function picked(call: AuthCall, given: Record<string, unknown>): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const name of call.fields)
    if (Object.hasOwn(given, name)) {
      const value = given[name]
      // PostgreSQL accepts no NUL in a text.
      fields[name] = typeof value === 'string' ? value.replaceAll('\0', '') : value
    }
  return call.buildBody ? call.buildBody(fields) : fields
}

/** @param signingIn true for a sign-in, where a caller with access to the account's mailbox need not wait */
function tooMany(seconds: number, signingIn: boolean): AuthAnswer {
  const answer = refusal(
    'TOO_MANY_REQUESTS',
    signingIn
      ? 'That was too many tries. Wait a moment, or ask for a link by email that lets you log in immediately (POST /api/auth/request-sign-in-link).'
      : 'That was too many tries. Please wait a moment and try again.',
  )
  return { ...answer, headers: [...answer.headers, ['retry-after', String(seconds)]] }
}

function refusal(code: AuthErrorCode, message: string): AuthAnswer {
  return reply(authErrorStatus[code], { code, message })
}

function reply(status: number, body: object): AuthAnswer {
  return {
    status,
    headers: [['content-type', 'application/json; charset=utf-8']],
    body: JSON.stringify(body),
  }
}
