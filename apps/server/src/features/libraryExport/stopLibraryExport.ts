import * as contract from '@nestmark/contract/transfer/libraryExport'
import { action } from '../../calls/action.ts'
import { setStopped } from './libraryExportStore.ts'

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
