import { createCalls } from '@nestmark/client/calls'
import { isInaccessible, isUnreachable } from '@nestmark/client/refusals'
import { ShownError } from '@nestmark/client/shownError'
import { type CallOptions, Refusal } from '@nestmark/contract/client'
import type { Input, Operation, Output } from '@nestmark/contract/operation'
import { pageErrorTexts } from '@nestmark/texts/pageErrors'
import { windowHeader } from '@nestmark/contract/liveUpdates'
import { tracker } from '../connection.ts'
import { callEntering } from '../encryption/entering.ts'
import { openAnswer } from '../encryption/openAnswer.ts'
import { sealInput } from '../encryption/sealInput.ts'
import { token } from '../token.ts'
import { windowId } from '../window.ts'

export { isInaccessible, isUnreachable, Refusal }

/** Calls the server without decryption: its responses contain envelopes in place of the texts of encrypted links. */
export const sealedClient = createCalls({ token, tracker, headers: { [windowHeader]: windowId } })

/**
 * The API client of the page: same origin, with the token of this browser. Encrypted links in responses are
 * decrypted when this browser has their key, and edits of them are encrypted. So are links that enter a collection with a key.
 */
export const client = {
  call<Op extends Operation>(op: Op, input: Input<Op>, options?: CallOptions): Promise<Output<Op>> {
    return callEntering(op, input, sent => callSealed(op, sent, options), options)
  },
}

async function callSealed<Op extends Operation>(
  op: Op,
  input: Input<Op>,
  options: CallOptions | undefined,
): Promise<Output<Op>> {
  try {
    return await openAnswer(await sealedClient.call(op, await sealInput(op, input), options))
  } catch (error) {
    throw error instanceof Refusal ? await openRefusal(error) : error
  }
}

/** Decrypts the link that a refusal contains, such as the version of another person. */
async function openRefusal(refusal: Refusal): Promise<Refusal> {
  const data = await openAnswer(refusal.data)
  if (data === refusal.data) return refusal
  const { status, code, message, fields, retryAfter } = refusal
  return new Refusal({ status, code, message, errors: fields, data, retryAfter })
}

const getPageText = (code: string): string | undefined =>
  (pageErrorTexts as Partial<Record<string, string>>)[code]

/** Returns the message to show for any thrown value. */
export function formatError(error: unknown): string {
  if (error instanceof Refusal) return getPageText(error.code) ?? error.message
  if (error instanceof ShownError) return error.message
  return 'Something went wrong on this page. Please try again.'
}
