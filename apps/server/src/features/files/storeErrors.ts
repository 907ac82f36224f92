import { refuse } from '../../access/refuse.ts'
import { StoreError } from '../../files/fileStore.ts'

/** Seconds after which a client may ask a store again that did not answer. */
const retryAfter = 10

/**
 * Runs a call of the store of files, and refuses the request where it fails.
 * @throws Refused 'server.full', 'files.storeAway', 'files.uploadNotFound' or 'files.partInvalid'
 */
export async function withStoreErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    switch (error.reason) {
      case 'full':
        return refuse('server.full')
      case 'lost':
        return refuse('files.uploadNotFound')
      case 'cut':
        return refuse('files.partInvalid')
      case 'away':
        return refuse('files.storeAway', { retryAfter })
    }
  }
}
