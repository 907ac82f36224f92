import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import { type EventType, topicsOfEvents } from './eventTypes.ts'
import type { Topic } from './topics.ts'

/**
 * Who may call an operation.
 * - `anyone`: no token is looked at.
 * - `visitor`: a token is used when one is there; without one the caller is a visitor.
 * - `newcomer`: the token is sent, and the action itself looks at it: the product's account may not be there yet.
 * - `person`: a signed-in person or an API key; without a token the answer is 401.
 * - `account`: a signed-in person, never an API key: sign-in, keys, plan, who may see what, the account itself.
 *
 * What an API key needs stands in `keyScopes.ts`, which a test holds to agree with this.
 */
export type Access = 'anyone' | 'visitor' | 'newcomer' | 'person' | 'account'

/** The calls that are counted per caller, because they cost time, mail or a stranger's patience. */
export type Cost =
  | 'suggest'
  | 'scrape'
  | 'import'
  | 'export'
  | 'code'
  | 'findMember'
  | 'username'
  | 'picture'
  | 'password'
  | 'coupon'
  | 'webhook'

export type { Topic }

type Schema = z.ZodMiniType

export interface Operation<I extends Schema = Schema, O extends Schema = Schema> {
  /** POST `/api/<path>` with a JSON body, or GET with the input in the path where it says `{name}`, and in the query. */
  readonly path: string
  readonly method: 'POST' | 'GET'
  /** One sentence for the API page. */
  readonly summary: string
  readonly access: Access
  readonly input: I
  readonly output: O
  readonly errors: readonly ErrorCode[]
  readonly reads: readonly Topic[]
  readonly touches: readonly Topic[]
  readonly cost?: Cost
  /** How body or answer travel where it is not JSON. */
  readonly transport?: 'upload' | 'download' | 'stream'
}

type Declaration<I extends Schema, O extends Schema> = Pick<
  Operation<I, O>,
  'path' | 'summary' | 'input' | 'output'
> &
  Partial<
    Pick<Operation<I, O>, 'method' | 'access' | 'errors' | 'reads' | 'touches' | 'cost' | 'transport'>
  > & {
    /** The events that it records: their topics are touched, beside those of `touches`. */
    events?: readonly EventType[]
  }

/**
 * Declares one operation: its route, validation, types, client call, API page and cache rules come from it.
 * It only makes a value, so a page that never uses the operation need not carry it.
 */
/* @__NO_SIDE_EFFECTS__ */
export function operation<I extends Schema, O extends Schema>({
  events = [],
  touches = [],
  ...declared
}: Declaration<I, O>): Operation<I, O> {
  const topics = [...new Set([...topicsOfEvents(events), ...touches])]
  return { method: 'POST', access: 'person', errors: [], reads: [], ...declared, touches: topics }
}

/** What a caller may send. */
export type Input<Op> = Op extends Operation<infer I, Schema> ? z.input<I> : never
/** What a handler gets after validation. */
export type Parsed<Op> = Op extends Operation<infer I, Schema> ? z.output<I> : never
/** The `data` of the answer. */
export type Output<Op> = Op extends Operation<Schema, infer O> ? z.output<O> : never
