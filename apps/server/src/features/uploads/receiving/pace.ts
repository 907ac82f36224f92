import { refuse } from '../../../access/refuse.ts'
import type { UploadPace } from '../../../configuration/config.ts'

/**
 * Ends bytes that arrive too slowly: enough of them must arrive in each period.
 * @throws Refused 'request.tooSlow' while they are read
 */
export async function* guardPace(
  chunks: AsyncIterable<Buffer>,
  { bytes, periodMs }: UploadPace,
): AsyncGenerator<Buffer> {
  let since: number | null = null
  let arrived = 0
  for await (const chunk of chunks) {
    const now = performance.now()
    since ??= now
    arrived += chunk.length
    if (now - since >= periodMs) {
      if (arrived < bytes) refuse('request.tooSlow')
      since = now
      arrived = 0
    }
    yield chunk
  }
}
