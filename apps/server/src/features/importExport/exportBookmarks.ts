import { refuse } from '../../access/refuse.ts'
import { databaseTrouble } from '../../db/trouble.ts'
import { type Call, FileReply } from '../../http/implement.ts'
import { claimExport } from './store.ts'

/** Between two exports of a person, in milliseconds. */
const pauseMs = 5 * 60_000

/** Lets an export pass where nothing can be written: it is needed most where the disk is full. */
function unlessReadOnly(error: unknown): null {
  const trouble = databaseTrouble(error)
  if (trouble === 'full' || trouble === 'readOnly') return null
  throw error
}

/** Streams the caller's own library as a bookmark file. A reader thread makes it; memory does not grow with the library. */
export async function exportBookmarks({ actor, services: { db, now, readers } }: Call): Promise<FileReply> {
  const { personId, rootId } = actor
  // First, so that a busy server takes nobody's turn away.
  const file = await readers.open({ file: 'bookmarks', ownerId: personId, rootId }, personId)
  try {
    const last = await db.write(tx => claimExport(tx, personId, now(), pauseMs)).catch(unlessReadOnly)
    if (last !== null)
      refuse('transfer.exportedRecently', { retryAfter: Math.ceil((last + pauseMs - now()) / 1000) })
  } catch (error) {
    file.destroy()
    throw error
  }
  return new FileReply(file, 'nestmark.html', 'text/html; charset=utf-8')
}
