import { refuse } from '../../../access/refuse.ts'
import { StoreError } from '../../../blobStorage/fileStore.ts'

/** Seconds after which a client may ask a store again that did not answer. */
const retryAfter = 10

/**
 * Runs a call of the store of files, and refuses the request where it fails.
 * @param cut the code for bytes that are fewer or more than declared
 * @throws Refused 'server.full', 'files.storeAway', 'files.uploadNotFound', or `cut`
 */
export async function withStoreErrors<T>(
  work: () => Promise<T>,
  cut: 'files.partInvalid' | 'files.tooLarge' = 'files.partInvalid',
): Promise<T> {
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
        return refuse(cut)
      case 'unavailable':
        return refuse('files.storeAway', { retryAfter })
    }
  }
}
