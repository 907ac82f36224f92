import type { Operation, Output, Parsed } from '@nestmark/contract/operation'
import type { Actor } from '../access/actor.ts'
import type { Call } from './call.ts'
import type { FileReply, JsonReply, OwnDataReply, RowsReply, StatusReply, StreamReply } from './replies.ts'
import type { CommonServices } from './services.ts'

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

/** The server function of an operation, which it carries. Other features call it as a function. */
export interface Action<Op extends Operation, Result = unknown, Needs = CallOf<Op>> {
  (call: Needs, input: Parsed<Op>): Promise<Result>
  readonly op: Op
}

/**
 * Defines the server function of an operation, which determines the types of caller, input and output.
 * @param handle states the type of its call when it needs other services than the common ones, or only a part of a call
 */
export function action<Op extends Operation, Result extends Reply<Op>, Needs = CallOf<Op>>(
  op: Op,
  handle: (call: Needs, input: Parsed<Op>) => Promise<Result>,
): Action<Op, Result, Needs> {
  return Object.assign(handle, { op })
}
