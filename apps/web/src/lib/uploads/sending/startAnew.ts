import { randomKey } from '@nestmark/client/randomKey'
import { createSealing } from './sealing.ts'
import { find, patch, type Source, store } from '../files/sources.ts'

/**
 * Lets an upload begin again from its first byte, because the server has ended it. An encrypted one gets another key: the
 * previous one has encrypted the same bytes for another upload.
 */
export async function startAnew(id: string, source: Source): Promise<void> {
  source.requestKey = randomKey()
  source.uploadId = undefined
  source.hasBegun = false
  if (source.sealing) source.sealing = await createSealing()
  // The user may have paused it in the meantime.
  const phase = find(id)?.phase === 'paused' ? 'paused' : 'waiting'
  patch(id, { phase, sent: 0, speed: undefined })
  store(id)
}

/** Returns whether a file can no longer be read, because it was changed, moved or removed on the disk. */
export const isFileMissing = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotReadableError' || error.name === 'NotFoundError')
