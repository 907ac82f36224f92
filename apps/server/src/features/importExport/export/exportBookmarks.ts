import * as contract from '@nestmark/contract/transfer/importExport'
import { limits } from '@nestmark/core/limits'
import { refuse } from '../../../access/refuse.ts'
import { classifyDatabaseError } from '../../../db/databaseErrors.ts'
import { action } from '../../../calls/action.ts'
import { FileReply } from '../../../calls/replies.ts'
import type { CallWith } from '../../../services.ts'
import { claimExport } from '../store.ts'

/** The minimum interval between two exports of one kind of a person, in milliseconds. */
export const exportPauseMs = limits.exportPause * 1000

/** Allows an export on a read-only database: it is needed most when the disk is full. */
export function unlessReadOnly(error: unknown): null {
  const trouble = classifyDatabaseError(error)
  if (trouble === 'full' || trouble === 'readOnly') return null
  throw error
}

/**
 * Streams the caller's own library as a bookmark file. A reader thread produces it; memory does not grow with the
 * library.
 */
export const exportBookmarks = action(
  contract.exportBookmarks,
  async ({ actor, services: { db, now, readers } }: CallWith<'readers'>) => {
    const { personId, rootId } = actor
    // Opened before the claim, so that a busy server does not use up the caller's export.
    const file = await readers.open(
      { file: 'links', ownerId: personId, rootId, readerId: personId },
      personId,
    )
    try {
      const last = await db.write(tx => claimExport(tx, personId, now(), exportPauseMs)).catch(unlessReadOnly)
      if (last !== null)
        refuse('transfer.exportedRecently', { retryAfter: Math.ceil((last + exportPauseMs - now()) / 1000) })
    } catch (error) {
      file.destroy()
      throw error
    }
    return new FileReply(file, 'nestmark.html', 'text/html; charset=utf-8')
  },
)
