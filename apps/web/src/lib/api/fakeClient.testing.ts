import type { CallOptions } from '@nestmark/contract/client'
import type { Input, Operation, Output } from '@nestmark/contract/operation'
import { onTestFinished, vi } from 'vitest'
import { sealedClient } from './client.ts'

export interface FakeCall {
  path: string
  input: unknown
  options: CallOptions
}

export interface FakeClient {
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

/**
 * Replaces the server for the current test, below encryption and decryption. The contract checks each input. To refuse a
 * call, the answer throws a `Refusal`.
 */
export function fakeClient(): FakeClient {
  const answers = new Map<string, (input: never, options: CallOptions) => unknown>()
  const calls: FakeCall[] = []
  const spy = vi.spyOn(sealedClient, 'call').mockImplementation(async (op, input, options = {}) => {
    calls.push({ path: op.path, input: structuredClone(input), options })
    const reply = answers.get(op.path)
    if (!reply) throw new Error(`The test has no answer to ${op.path}.`)
    return (await reply(op.input.parse(input) as never, options)) as never
  })
  onTestFinished(() => spy.mockRestore())
  const answer: FakeClient['answer'] = (op, reply) => void answers.set(op.path, reply)
  const before: FakeClient['before'] = (op, task) => {
    const reply = answers.get(op.path)
    answers.set(op.path, (input, options) => {
      task(input)
      return reply?.(input, options)
    })
  }
  return { calls, answer, before }
}
