import { createClient, Refusal } from '@nestmark/contract/client'
import { windowHeader } from '@nestmark/contract/liveUpdates'
import { reportReachable, reportUnreachable } from '../connection.ts'
import { token } from '../token.ts'
import { windowId } from '../window.ts'

export { Refusal }

/** The one client of the page: same origin, the token of this browser. */
export const client = createClient('', token.get, send, { [windowHeader]: windowId })

/** Notes by the way whether the server can be reached. A proxy before it answers 502 or 504 when it cannot. */
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

/** True where a call failed because no server answered it: not the call was wrong, but the way there. */
export function isUnreachable(error: unknown): boolean {
  return (
    error instanceof Refusal && (error.code === 'network' || error.status === 502 || error.status === 504)
  )
}

/** True where the server says that there is no such thing, or that it is not for this person (any more). */
export function isInaccessible(error: unknown): boolean {
  return error instanceof Refusal && [401, 403, 404].includes(error.status)
}

/** The sentence to show for whatever was thrown. */
export function formatError(error: unknown): string {
  if (error instanceof Refusal) return error.message
  return 'Something went wrong on this page. Please try again.'
}
