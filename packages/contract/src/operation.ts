import * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import { type EventType, topicsOfEvents } from './eventTypes.ts'
import type { Topic } from './topics.ts'

/**
 * Who may call an operation.
 * - `anyone`: the token is ignored.
 * - `visitor`: a token is used if present; without one the caller is a visitor.
 * - `newcomer`: the token is passed to the action, which checks it itself: the product's account may not exist yet.
 * - `person`: a signed-in person or an API key; without a token the response is 401.
 * - `account`: a signed-in person, never an API key: sign-in, keys, plan, visibility, the account itself.
 */
export type Access = 'anyone' | 'visitor' | 'newcomer' | 'person' | 'account'

/**
 * The API key scope that an operation requires. Every operation that keys may call states it; it is not derived from what
 * the operation reads or touches.
 * - `read`: any key: reading the library, and what others share with its owner.
 * - `write`: a key of scope write: changing the library.
 * - `none`: no key of any scope: the account (sign-in, profile, keys, plan), requests to other servers, and who can
 *   see or own something.
 * - `ignored`: the operation ignores the bearer token.
 */
export type KeyScope = 'read' | 'write' | 'none' | 'ignored'

/** The calls that are rate-limited per caller, because they use CPU time, send email or call other servers. */
export type Cost =
  | 'suggest'
  | 'scrape'
  | 'import'
  | 'previewImport'
  | 'export'
  | 'exportPart'
  | 'copy'
  | 'code'
  | 'findMember'
  | 'requestAccess'
  | 'username'
  | 'picture'
  | 'password'
  | 'coupon'
  | 'webhook'
  | 'feed'
  | 'upload'
  | 'finishUpload'
  | 'archivePage'
  | 'readingPlace'
  | 'pdf'
  | 'capture'

export type { Topic }

type Schema = z.ZodMiniType

export interface Operation<I extends Schema = Schema, O extends Schema = Schema, A extends Access = Access> {
  /**
   * POST `/api/<path>` with a JSON body, or GET with the input in the placeholders `{name}` of the path, and in the
   * query.
   */
  readonly path: string
  readonly method: 'POST' | 'GET'
  /** The description on the API page, in a few sentences. */
  readonly summary: string
  readonly access: A
  readonly keyScope: KeyScope
  readonly input: I
  readonly output: O
  readonly errors: readonly ErrorCode[]
  readonly reads: readonly Topic[]
  readonly touches: readonly Topic[]
  readonly cost?: Cost
  /** How the request or response body is sent when it is not JSON. */
  readonly transport?: 'upload' | 'download' | 'stream'
  /** True for a call that frees space or ends access: on a full disk it uses the space that is reserved for it. */
  readonly freesSpace?: true
}

/** The input and the output of an operation that states none. */
export const nothing = z.object({})
type Nothing = typeof nothing

/** The scope of the operations that no key may call. */
const closedScopes = { account: 'none', anyone: 'ignored', newcomer: 'ignored' } as const

type Declaration<I extends Schema, O extends Schema, A extends Access> = Pick<
  Operation<I, O>,
  'path' | 'summary'
> &
  Partial<
    Pick<
      Operation<I, O, A>,
      | 'method'
      | 'access'
      | 'input'
      | 'output'
      | 'errors'
      | 'reads'
      | 'touches'
      | 'cost'
      | 'transport'
      | 'freesSpace'
    >
  > &
  (A extends keyof typeof closedScopes ? unknown : { keyScope: 'read' | 'write' }) & {
    /** The events that it records. Their topics are touched in addition to those of `touches`. */
    events?: readonly EventType[]
  }

/**
 * Declares one operation. Its route, validation, types, client call, API page and cache rules are derived from it.
 * The call has no side effects, so a bundle omits operations that the page does not use.
 */
/* @__NO_SIDE_EFFECTS__ */
export function operation<
  I extends Schema = Nothing,
  O extends Schema = Nothing,
  A extends Access = 'person',
>({
  access = 'person' as A,
  input = nothing as Schema as I,
  output = nothing as Schema as O,
  events = [],
  touches = [],
  ...declared
}: Declaration<I, O, A>): Operation<I, O, A> {
  const topics = [...new Set([...topicsOfEvents(events), ...touches])]
  const keyScope = closedScopes[access as keyof typeof closedScopes]
  const defaults = { method: 'POST' as const, errors: [], reads: [] }
  return { ...defaults, access, keyScope, input, output, ...declared, touches: topics }
}

/** The refusals of what writes in a collection. */
export const writingErrors: readonly ErrorCode[] = [
  'collections.notFound',
  'collections.readOnly',
  'collections.inTrash',
]
/** The refusals of the fields of a new link. */
export const fieldErrors: readonly ErrorCode[] = [
  'links.linkRequired',
  'links.linkInvalid',
  'links.titleRequired',
  'links.descRequired',
  'links.descTooLong',
  'links.noteDescTooLong',
]

/** The input that a caller may send. */
export type Input<Op> = Op extends Operation<infer I, Schema> ? z.input<I> : never
/** The input that a handler receives after validation. */
export type Parsed<Op> = Op extends Operation<infer I, Schema> ? z.output<I> : never
/** The `data` of the response. */
export type Output<Op> = Op extends Operation<Schema, infer O> ? z.output<O> : never
