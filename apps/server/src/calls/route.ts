import type { Operation } from '@nestmark/contract/operation'
import type { Actor } from '../access/actor.ts'
import type { Services } from '../services.ts'
import type { Action, ActionOptions } from './action.ts'
import type { Call } from './call.ts'
import { OwnDataReply } from './replies.ts'

export interface Route extends ActionOptions<never> {
  op: Operation
  handle: (call: Call<Actor | null, Services>, input: unknown) => Promise<unknown>
}

/** The operations of a feature, as the API page shows them. */
export interface RouteGroup {
  title: string
  routes: readonly Route[]
}

/** Unwraps the result of an action, and returns whether it is an `OwnDataReply`. */
export function unwrapOwnData(
  { isOwn = false }: Route,
  returned: unknown,
): { result: unknown; isOwn: boolean } {
  if (returned instanceof OwnDataReply) return { result: returned.data, isOwn: true }
  return { result: returned, isOwn }
}

/** Returns true when the call with this input may read an entire library. */
export const isHeavy = ({ heavy }: Route, input: unknown) => evaluate(heavy, input)

/** Returns true when the response of such a call grows with the library. */
export const hasLongResponse = ({ longResponse }: Route, input: unknown) => evaluate(longResponse, input)

const evaluate = (property: Route['heavy'], input: unknown) =>
  typeof property === 'function' ? property(input as never) : property === true

/** Returns the routes of the actions that a module exports. */
export function listRoutes(module: object): Route[] {
  return Object.values(module)
    .filter((exported): exported is Action<Operation> => typeof exported === 'function' && 'op' in exported)
    .map(exported => ({
      op: exported.op,
      handle: exported as unknown as Route['handle'],
      ...exported.options,
    }))
}
