import { refuse } from '../../access/refuse.ts'
import { QueueFullError, QueueTimeoutError } from '../../concurrency/queueErrors.ts'
import type { Services } from '../../services.ts'

/**
 * Runs a transfer of bytes within the share of a person.
 * @throws Refused 'request.tooMany' when too many transfers of this person wait, 'server.busy' when all places are taken
 */
export async function runTransfer<T>(
  { transfers }: Pick<Services, 'transfers'>,
  personId: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await transfers.run(personId, work)
  } catch (error) {
    if (error instanceof QueueFullError)
      return refuse(error.scope === 'key' ? 'request.tooMany' : 'server.busy', { retryAfter: 5 })
    if (error instanceof QueueTimeoutError) return refuse('server.busy', { retryAfter: 5 })
    throw error
  }
}
