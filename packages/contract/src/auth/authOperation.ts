import * as z from 'zod/mini'
import { type AuthErrorCode, authErrorStatus, commonAuthErrors } from './authErrors.ts'
import { nothing } from '../operation.ts'

/**
 * Who may call an operation of the sign-in calls.
 * - `anyone`: no session is needed; one may be used.
 * - `account`: a signed-in person, by the session cookie or the bearer token of a session; never an API key.
 */
export type AuthAccess = 'anyone' | 'account'

type Schema = z.ZodMiniType

/**
 * A call below `/api/auth`. Success is answered with the output itself, a refusal with `{ code, message }`: these calls
 * share their wire format with the sign-in library.
 */
export interface AuthOperation<
  A extends AuthAccess = AuthAccess,
  I extends Schema = Schema,
  O extends Schema = Schema,
> {
  /** The path below `/api/auth`, with its slash. */
  readonly path: string
  /** POST with a JSON body, or GET with the input in the query. */
  readonly method: 'POST' | 'GET'
  /** The description on the API page, in a few sentences. */
  readonly summary: string
  readonly access: A
  readonly input: I
  readonly output: O
  /** The refusals of this call. `commonAuthErrors` are possible in addition. */
  readonly errors: readonly AuthErrorCode[]
  /** The statuses that differ from those in `authErrors.ts`: the sign-in library has chosen them. */
  readonly statuses?: Readonly<Partial<Record<AuthErrorCode, number>>>
  /** How the request body is sent when it is not JSON. */
  readonly transport?: 'picture'
}

type Defaults = 'method' | 'input' | 'output' | 'errors'
type Declaration<A extends AuthAccess, I extends Schema, O extends Schema> = Omit<
  AuthOperation<A, I, O>,
  Defaults
> &
  Partial<Pick<AuthOperation<A, I, O>, Defaults>>

/** The answer of a call that states no output. */
const done = z.object({ status: z.literal(true) })

/**
 * Declares one sign-in call. Its endpoint, the gateway's list of fields, types, client call and API page are derived
 * from it. The call has no side effects, so a bundle omits operations that the page does not use.
 */
/* @__NO_SIDE_EFFECTS__ */
export function authOperation<
  A extends AuthAccess,
  I extends Schema = typeof nothing,
  O extends Schema = typeof done,
>({
  input = nothing as Schema as I,
  output = done as Schema as O,
  ...declared
}: Declaration<A, I, O>): AuthOperation<A, I, O> {
  return { method: 'POST', errors: [], input, output, ...declared }
}

/** The input that a caller may send. */
export type AuthInput<Op> = Op extends AuthOperation<AuthAccess, infer I, Schema> ? z.input<I> : never
/** The input that a handler receives after validation. */
export type AuthParsed<Op> = Op extends AuthOperation<AuthAccess, infer I, Schema> ? z.output<I> : never
/** The body of the response. */
export type AuthOutput<Op> = Op extends AuthOperation<AuthAccess, Schema, infer O> ? z.output<O> : never

/** Returns every refusal that a call can have, with its HTTP status. */
export function authRefusals({
  access,
  errors,
  statuses,
}: AuthOperation): ReadonlyMap<AuthErrorCode, number> {
  const own = access === 'account' ? (['UNAUTHORIZED'] as const) : []
  return new Map(
    [...errors, ...own, ...commonAuthErrors].map(code => [code, statuses?.[code] ?? authErrorStatus[code]]),
  )
}
