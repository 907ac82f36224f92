import { type CallOptions, type Client, Refusal } from '@nestmark/contract/client'
import type { Input, Operation, Output } from '@nestmark/contract/operation'
import type { OpenAnswer } from './encryption/openAnswer.ts'
import type { InputSealer } from './encryption/sealInput.ts'

/**
 * Creates a client that decrypts encrypted links in answers and refusals where the device has their key, and encrypts
 * edits of them.
 */
export function createOpenCalls(
  sealedClient: Pick<Client, 'call'>,
  openAnswer: OpenAnswer,
  { sealInput }: Pick<InputSealer, 'sealInput'>,
): Pick<Client, 'call'> {
  return {
    async call<Op extends Operation>(op: Op, input: Input<Op>, options?: CallOptions): Promise<Output<Op>> {
      try {
        return await openAnswer(await sealedClient.call(op, await sealInput(op, input), options))
      } catch (error) {
        throw error instanceof Refusal ? await openRefusal(error, openAnswer) : error
      }
    },
  }
}

/** Decrypts the link that a refusal contains, such as the version of another person. */
async function openRefusal(refusal: Refusal, openAnswer: OpenAnswer): Promise<Refusal> {
  const data = await openAnswer(refusal.data)
  if (data === refusal.data) return refusal
  const { status, code, message, fields, retryAfter } = refusal
  return new Refusal({ status, code, message, errors: fields, data, retryAfter })
}
