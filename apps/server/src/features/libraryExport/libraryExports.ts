import * as contract from '@nestmark/contract/transfer/libraryExport'
import type { LibraryExport } from '@nestmark/contract/transfer/libraryExport'
import { action, libraryRead } from '../../calls/action.ts'
import { exportAddress, hasPlace } from './serveExport.ts'
import {
  findExport,
  isInterrupted,
  waitAfter,
  setStopped,
  insertExport,
  isRunning,
} from './libraryExportStore.ts'
import { countExported } from './contents/exportedFileQuery.ts'
import { refuse } from '../../access/refuse.ts'
import { newId } from '../../db/newId.ts'
import { createSessionAddress } from '../../calls/sessionAddress.ts'
import type { CallWith } from '../../services.ts'
import { unlessReadOnly } from '../importExport/export/exportLinks.ts'

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
export const getExportSize = action(contract.getExportSize, libraryRead, ({ actor, services: { db } }) => {
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

/**
 * Returns the address of a ZIP with the caller's own library. It can be used once.
 * @throws Refused 'transfer.exportRunning', 'transfer.exportedRecently', 'server.busy'
 */
export const exportLibrary = action(
  contract.exportLibrary,
  async ({ actor, services }: CallWith<'exports'>) => {
    const { db, now, config } = services
    const { personId, sessionId } = actor
    // Checked before the claim, so that a busy server does not use up the caller's export.
    if (!hasPlace(services)) refuse('server.busy', { retryAfter: 60 })
    const id = newId()
    const at = now()
    const wait = await db
      .write(async tx => {
        const previous = await findExport(tx, personId)
        if (isRunning(previous, at)) refuse('transfer.exportRunning')
        const left = waitAfter(previous, at)
        if (left === 0) await insertExport(tx, personId, id, at)
        return left
      })
      .catch(unlessReadOnly)
    if (wait) refuse('transfer.exportedRecently', { retryAfter: wait })
    const name = `nestmark-${new Date(at).toISOString().slice(0, 10)}.zip`
    return { url: createSessionAddress(config.secret, exportAddress, { id, name, sessionId, personId }, at) }
  },
)
