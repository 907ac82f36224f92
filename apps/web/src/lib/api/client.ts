import { createClient, Refusal } from '@nestmark/contract/client'
import { pageErrorTexts } from '@nestmark/texts/errors'
import { windowHeader } from '@nestmark/contract/liveUpdates'
import { reportReachable, reportUnreachable } from '../connection.ts'
import { token } from '../token.ts'
import { windowId } from '../window.ts'

export { Refusal }

/** The API client of the page: same origin, with the token of this browser. */
export const client = createClient('', token.get, send, { [windowHeader]: windowId })

/** Sends a request and records whether the server is reachable. A proxy responds 502 or 504 when it is not. */
async function send(...args: Parameters<typeof fetch>): Promise<Response> {
  let answer: Response
  try {
    answer = await fetch(...args)
  } catch (error) {
    if (!args[1]?.signal?.aborted) reportUnreachable()
    throw error
  }
  if (answer.status === 502 || answer.status === 504) reportUnreachable()
  else reportReachable()
  return answer
}

/** Returns true if a call failed because no server answered it, and not because of its content. */
export function isUnreachable(error: unknown): boolean {
  return (
    error instanceof Refusal && (error.code === 'network' || error.status === 502 || error.status === 504)
  )
}

/** Returns true if the item does not exist or the user may not (or no longer) see it. */
export function isInaccessible(error: unknown): boolean {
  return error instanceof Refusal && [401, 403, 404].includes(error.status)
}

const getPageText = (code: string): string | undefined => pageErrorTexts[code as keyof typeof pageErrorTexts]

/** Returns the message to show for any thrown value. */
export function formatError(error: unknown): string {
  if (error instanceof Refusal) return getPageText(error.code) ?? error.message
  return 'Something went wrong on this page. Please try again.'
}
