import { type Client, createClient } from '@nestmark/contract/client'
import type { ConnectionTracker } from './connection.ts'
import type { TokenStore } from './token.ts'

/**
 * Creates the typed client of a server, which records whether the server is reachable. Its answers contain envelopes in
 * place of the texts of encrypted links.
 * @param base origin of the server; '' for the origin of the page
 * @param send sends a request. An extension sends it with `credentials: 'omit'`: with a permission for the host, the
 * browser would add the cookies of the person
 * @param headers further headers of every call
 */
export function createCalls({
  base = '',
  token,
  tracker,
  send = (...args) => fetch(...args),
  headers,
}: {
  base?: string
  token: Pick<TokenStore, 'get'>
  tracker: Pick<ConnectionTracker, 'reportReachable' | 'reportUnreachable'>
  send?: typeof fetch
  headers?: Record<string, string>
}): Client {
  return createClient(base, token.get, trackReachability(tracker, send), headers)
}

/** Returns a `fetch` that records whether the server is reachable. A proxy responds 502 or 504 when it is not. */
function trackReachability(
  { reportReachable, reportUnreachable }: Pick<ConnectionTracker, 'reportReachable' | 'reportUnreachable'>,
  send: typeof fetch,
): typeof fetch {
  return async (...args) => {
    let answer: Response
    try {
      answer = await send(...args)
    } catch (error) {
      if (!args[1]?.signal?.aborted) reportUnreachable()
      throw error
    }
    if (answer.status === 502 || answer.status === 504) reportUnreachable()
    else reportReachable()
    return answer
  }
}
