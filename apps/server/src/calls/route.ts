import type { Operation, Parsed } from '@nestmark/contract/operation'
import type { Actor } from '../access/actor.ts'
import type { Services } from '../services.ts'
import type { Action, CallOf } from './action.ts'
import type { Call } from './call.ts'
import { OwnDataReply } from './replies.ts'

export interface Route {
  op: Operation
  handle: (call: Call<Actor | null, Services>, input: unknown) => Promise<unknown>
  heavy: Heavy<never>
  longResponse: Heavy<never>
  flushesMeter: boolean
  isOwn: boolean
}

/** The operations of a feature, as the API page shows them. */
export interface RouteGroup {
  title: string
  routes: readonly Route[]
}

/** A property of a call, either fixed or depending on its input. */
type Heavy<In> = boolean | ((input: In) => boolean)

interface RouteOptions<Op> {
  /**
   * True when the call reads data that grows with the library: it runs within the caller's share, on SQLite
   * in a reader thread.
   */
  heavy?: Heavy<Parsed<Op>>
  /** True when the response grows too: it is created in a reader thread on PostgreSQL as well. */
  longResponse?: Heavy<Parsed<Op>>
  /** True when a reader thread needs the measured bandwidth: it is stored first. */
  flushesMeter?: boolean
  /** True when every response is an `OwnDataReply`. */
  isOwn?: boolean
}

/** Unwraps the result of an action, and returns whether it is an `OwnDataReply`. */
export function unwrapOwnData({ isOwn }: Route, returned: unknown): { result: unknown; isOwn: boolean } {
  if (returned instanceof OwnDataReply) return { result: returned.data, isOwn: true }
  return { result: returned, isOwn }
}

/** Returns true when the call with this input may read an entire library. */
export function isHeavy({ heavy }: Route, input: unknown): boolean {
  return evaluate(heavy, input)
}

/** Returns true when the response of such a call grows with the library. */
export function hasLongResponse({ longResponse }: Route, input: unknown): boolean {
  return evaluate(longResponse, input)
}

function evaluate(property: Heavy<never>, input: unknown): boolean {
  return typeof property === 'function' ? property(input as never) : property
}

/** Returns the route of an action. */
export function route<Op extends Operation>(
  action: Action<Op, unknown, CallOf<Op, Services>>,
  { heavy = false, longResponse = false, flushesMeter = false, isOwn = false }: RouteOptions<Op> = {},
): Route {
  const handle = action as unknown as Route['handle']
  return { op: action.op, handle, heavy, longResponse, flushesMeter, isOwn }
}
