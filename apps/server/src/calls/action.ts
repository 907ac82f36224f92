import type { Operation, Output, Parsed } from '@nestmark/contract/operation'
import type { Actor } from '../access/actor.ts'
import type { Call } from './call.ts'
import type { FileReply, JsonReply, OwnDataReply, RowsReply, StatusReply, StreamReply } from './replies.ts'
import type { CommonServices } from './services.ts'
import type { Services } from '../services.ts'

/** A call of an operation: without an actor where tokens are ignored, and perhaps without one where visitors may call. */
export type CallOf<Op extends Operation, Asked = CommonServices> = Call<
  { person: Actor; account: Actor; visitor: Actor | null; newcomer: null; anyone: null }[Op['access']],
  Asked
>

type Reply<Op> =
  | Output<Op>
  | OwnDataReply<Output<Op> | RowsReply<Output<Op>>>
  | RowsReply<Output<Op>>
  | StatusReply<Output<Op>>
  | JsonReply<Output<Op>>
  | FileReply
  | StreamReply

/** A property of a call, either fixed or depending on its input. */
type Heavy<In> = boolean | ((input: In) => boolean)

export interface ActionOptions<In> {
  /**
   * True when the call reads data that grows with the library: it runs within the caller's share, on SQLite
   * in a reader thread.
   */
  heavy?: Heavy<In>
  /** True when the response grows too: it is created in a reader thread on PostgreSQL as well. */
  longResponse?: Heavy<In>
  /** True when a reader thread needs the measured bandwidth: it is stored first. */
  flushesMeter?: boolean
  /** True when every response is an `OwnDataReply`. */
  isOwn?: boolean
}

/** The options of a call that reads data that grows with the library. */
export const libraryRead = { heavy: true } as const
/** The same, of a call whose responses are `OwnDataReply`. */
export const ownLibraryRead = { heavy: true, isOwn: true } as const

/** The server function of an operation, which it carries. Other features call it as a function. */
export interface Action<Op extends Operation, Result = unknown, Needs = CallOf<Op>> {
  (call: Needs, input: Parsed<Op>): Promise<Result>
  readonly op: Op
  readonly options: ActionOptions<never>
}

/** A function that needs no more than what a call of the operation has. */
type Handle<Op extends Operation, Result, Needs> = ((call: Needs, input: Parsed<Op>) => Promise<Result>) &
  (CallOf<Op, Services> extends Needs ? unknown : never)

/**
 * Defines the server function of an operation, which determines the types of caller, input and output.
 * @param handle states the type of its call when it needs other services than the common ones, or only a part of a call
 */
export function action<Op extends Operation, Result extends Reply<Op>, Needs = CallOf<Op>>(
  op: Op,
  handle: Handle<Op, Result, Needs>,
): Action<Op, Result, Needs>
/** The same for a read, with what it costs. */
export function action<Op extends Operation, Result extends Reply<Op>, Needs = CallOf<Op>>(
  op: Op,
  options: ActionOptions<Parsed<Op>>,
  handle: Handle<Op, Result, Needs>,
): Action<Op, Result, Needs>
export function action(op: Operation, ...more: unknown[]): object {
  const [handle, options = {}] = more.toReversed()
  return Object.assign(handle as object, { op, options })
}
