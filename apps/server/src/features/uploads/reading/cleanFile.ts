import { planStrip } from '@nestmark/core/media/strip'
import { refuse } from '../../../access/refuse.ts'
import type { UploadRow } from '../../../db/tables/fileTables.ts'
import { newId } from '../../../db/newId.ts'
import { createConcurrencyLimits } from '../../../fetching/turns/concurrencyLimits.ts'
import { FetchRefused } from '../../../fetching/requests/fetchRefused.ts'
import { writeObject, toChunks } from '../../../blobStorage/parts.ts'
import { toMediaFile } from '../../../media/mediaProcesses.ts'
import type { Services } from '../../../services.ts'
import { openStoredFile, type StoredFile, stripFile } from './stripFile.ts'

// Decoding uses memory per pixel, so few run concurrently.
const slots = createConcurrencyLimits({
  total: { running: 2, perCaller: 1, waiting: 32, waitingPerCaller: 6 },
  visitors: { running: 0, perCaller: 0, waiting: 0, waitingPerCaller: 0 },
  jobs: { running: 0, perCaller: 0, waiting: 0, waitingPerCaller: 0 },
  peoplePerAddress: 2,
  maxWaitMs: 60_000,
})

/**
 * Writes an uploaded file again without metadata, under a new key. A picture whose structure is damaged, so that
 * anything can be in it, is written anew from its pixels, in a separate process.
 * @returns the file itself when it has no metadata; null when it can neither be read to its end nor decoded
 * @throws Refused 'server.busy' when too many pictures wait
 */
export async function cleanFile(
  services: Pick<Services, 'fileStore' | 'media'>,
  upload: Pick<UploadRow, 'media_type' | 'person_id' | 'owner_id'>,
  file: StoredFile,
): Promise<StoredFile | null> {
  const stripped = await stripFile(services.fileStore, file)
  if (stripped || !upload.media_type.startsWith('image/')) return stripped
  const { fileStore, media } = services
  const source = openStoredFile(fileStore, file.key, file.size)
  const caller = { kind: 'person', key: upload.person_id } as const
  const { found } = await slots
    .run(caller, () => media.run('rewrite', source, { key: upload.owner_id }))
    .catch((error: unknown) => {
      if (error instanceof FetchRefused) return refuse('server.busy')
      throw error
    })
  const bytes = found.rewritten?.data
  // The process has read an untrusted file: what it returns is checked like an upload.
  const plan = bytes && (await planStrip(toMediaFile(bytes).read, bytes.length))
  if (!bytes || plan === 'unreadable') return null
  const written = { key: newId(), size: bytes.length, digest: '' }
  written.digest = await writeObject(fileStore, written.key, toChunks(bytes), bytes.length)
  if (plan === 'clean') return written
  const cleaned = await stripFile(fileStore, written)
  await fileStore.remove([written.key]).catch(() => undefined)
  return cleaned
}
