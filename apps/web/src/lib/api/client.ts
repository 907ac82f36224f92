import { createCalls } from '@nestmark/client/calls'
import { createOpenCalls } from '@nestmark/client/openCalls'
import { isInaccessible, isUnreachable } from '@nestmark/client/refusals'
import { ShownError } from '@nestmark/client/shownError'
import { type CallOptions, Refusal } from '@nestmark/contract/client'
import type { Input, Operation, Output } from '@nestmark/contract/operation'
import { pageErrorTexts } from '@nestmark/texts/pageErrors'
import { windowHeader } from '@nestmark/contract/liveUpdates'
import { tracker } from '../connection.ts'
import { callEntering } from '../encryption/entering.ts'
import { openAnswer, sealer } from '../encryption/openAnswer.ts'
import { token } from '../browser/token.ts'
import { windowId } from '../browser/window.ts'

export { isInaccessible, isUnreachable, Refusal }

/** Calls the server without decryption: its responses contain envelopes in place of the texts of encrypted links. */
export const sealedClient = createCalls({ token, tracker, headers: { [windowHeader]: windowId } })

const openClient = createOpenCalls(sealedClient, openAnswer, sealer)

/**
 * The API client of the page: same origin, with the token of this browser. Encrypted links in responses are
 * decrypted when this browser has their key, and edits of them are encrypted. So are links that enter a collection with a key.
 */
export const client = {
  call<Op extends Operation>(op: Op, input: Input<Op>, options?: CallOptions): Promise<Output<Op>> {
    return callEntering(op, input, sent => openClient.call(op, sent, options), options)
  },
}

const getPageText = (code: string): string | undefined =>
  (pageErrorTexts as Partial<Record<string, string>>)[code]

/** Returns the message to show for any thrown value. */
export function formatError(error: unknown): string {
  if (error instanceof Refusal) return getPageText(error.code) ?? error.message
  if (error instanceof ShownError) return error.message
  return 'Something went wrong on this page. Please try again.'
}
