import type { AuthOperation, AuthOutput, AuthParsed } from '@nestmark/contract/auth/authOperation'
import { type AuthErrorCode, authErrorStatus } from '@nestmark/contract/auth/authErrors'
import { APIError, createAuthEndpoint, sessionMiddleware } from 'better-auth/api'
import type { setSessionCookie } from 'better-auth/cookies'

/** The sign-in library's context of a call. */
export type LibraryCall = Parameters<typeof setSessionCookie>[0]
type SignedIn = NonNullable<LibraryCall['context']['session']>

/** The caller of an operation that requires a session. */
interface OwnCall {
  library: LibraryCall
  user: SignedIn['user']
  /** The user and the session, as the functions below the endpoints take them. */
  who: { userId: string; sessionId: string }
}

type AuthCaller<Op> = Op extends AuthOperation<'account'> ? OwnCall : Pick<OwnCall, 'library'>

/**
 * Defines the endpoint of an operation: path, method, session and input check are those of the declaration, and the
 * handler returns the declared output. The name of the endpoint among its plugin's is the name of the declaration.
 */
export function defineAuthEndpoint<Op extends AuthOperation>(
  op: Op,
  handle: (caller: AuthCaller<Op>, input: AuthParsed<Op>) => Promise<AuthOutput<Op>>,
) {
  const use = op.access === 'account' ? [sessionMiddleware] : []
  const options =
    op.method === 'POST'
      ? ({ method: 'POST', use, body: op.input } as const)
      : ({ method: 'GET', use } as const)
  return createAuthEndpoint(op.path, options, async context => {
    const library = context as LibraryCall
    const { user, session } = library.context.session ?? {}
    const caller = { library, user, who: { userId: user?.id, sessionId: session?.id } }
    const output = await handle(caller as AuthCaller<Op>, library.body as AuthParsed<Op>)
    return context.json(output as object | null)
  })
}

/** The answer of a call that returns nothing else. */
export const done = { status: true } as const

/** Returns a refusal in the format of the sign-in library. The status is that of the code. */
export function authError(
  code: AuthErrorCode,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): APIError {
  return new APIError(authErrorStatus[code], { code, message }, headers)
}

/** Returns the refusal of a call whose session has ended while it was in progress. */
export const sessionEnded = (): APIError => authError('UNAUTHORIZED', 'Unauthorized')

/** Returns the library's refusal of a password, for one that was changed while it was checked. */
export const wrongPassword = (): APIError =>
  authError('INVALID_EMAIL_OR_PASSWORD', 'Invalid email or password')
