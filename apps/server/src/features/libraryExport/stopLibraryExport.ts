import type { Call } from '../../calls/call.ts'
import { setStopped } from './libraryExportStore.ts'

/**
 * Stops the running export of the caller, who may start another at once. Its server ends the connection within seconds.
 */
export async function stopLibraryExport({
  actor,
  services: { db, now },
}: Call): Promise<Record<string, never>> {
  await db.write(tx => setStopped(tx, actor.personId, now()))
  return {}
}
