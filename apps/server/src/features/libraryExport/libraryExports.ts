import * as contract from '@nestmark/contract/transfer/libraryExport'
import type { LibraryExport } from '@nestmark/contract/transfer/libraryExport'
import { action } from '../../calls/action.ts'
import { exportAddress } from './exportAddress.ts'
import { findExport, isInterrupted, waitAfter, setStopped } from './libraryExportStore.ts'
import { countExported } from './contents/exportedFileQuery.ts'

/** Returns the state of the last export of everything. One whose server or address has ended failed. */
export const getLibraryExport = action(
  contract.getLibraryExport,
  async ({ actor, services }): Promise<LibraryExport> => {
    const row = await findExport(services.db.read, actor.personId)
    if (!row) return { state: 'none', started: null, files: 0, bytes: 0, missing: 0, again_in: 0 }
    const { state, started_at: started, files, bytes, missing } = row
    const at = services.now()
    const isOver =
      isInterrupted(row, at) || (state === 'waiting' && at - row.updated_at >= exportAddress.validMs)
    return { state: isOver ? 'failed' : state, started, files, bytes, missing, again_in: waitAfter(row, at) }
  },
)

/** Returns what an export of everything would contain now. */
export const getExportSize = action(contract.getExportSize, ({ actor, services: { db } }) => {
  return countExported(db.read, actor.personId)
})

/**
 * Stops the running export of the caller, who may start another at once. Its server ends the connection within seconds.
 */
export const stopLibraryExport = action(
  contract.stopLibraryExport,
  async ({ actor, services: { db, now } }) => {
    await db.write(tx => setStopped(tx, actor.personId, now()))
    return {}
  },
)
