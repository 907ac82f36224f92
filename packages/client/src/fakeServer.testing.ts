import type { CallOptions, Client } from '@nestmark/contract/client'
import type { Input, Operation, Output } from '@nestmark/contract/operation'

interface FakeCall {
  path: string
  input: unknown
  options: CallOptions
}

export interface FakeServer extends Pick<Client, 'call'> {
  /** The calls so far, in order. */
  calls: FakeCall[]
  /** Answers an operation from now on. A call of an operation without an answer fails. */
  answer<Op extends Operation>(
    op: Op,
    reply: (input: Input<Op>, options: CallOptions) => Output<Op> | Promise<Output<Op>>,
  ): void
  /** Runs a task at each call of an operation, before its present answer. */
  before<Op extends Operation>(op: Op, task: (input: Input<Op>) => void): void
}

/** Creates a server for tests. The contract checks each input. To refuse a call, the answer throws a `Refusal`. */
export function createFakeServer(): FakeServer {
  const answers = new Map<string, (input: never, options: CallOptions) => unknown>()
  const calls: FakeCall[] = []
  return {
    calls,
    async call(op, input, options = {}) {
      calls.push({ path: op.path, input: structuredClone(input), options })
      const reply = answers.get(op.path)
      if (!reply) throw new Error(`The test has no answer to ${op.path}.`)
      return (await reply(op.input.parse(input) as never, options)) as never
    },
    answer: (op, reply) => void answers.set(op.path, reply),
    before(op, task) {
      const reply = answers.get(op.path)
      answers.set(op.path, (input, options) => {
        task(input)
        return reply?.(input, options)
      })
    },
  }
}
