import * as contract from '@nestmark/contract/transfer/libraryExport'
import { refuse } from '../../access/refuse.ts'
import { newId } from '../../db/newId.ts'
import { action } from '../../calls/action.ts'
import { createSessionAddress } from '../../calls/sessionAddress.ts'
import type { CallWith } from '../../services.ts'
import { unlessReadOnly } from '../importExport/export/exportBookmarks.ts'
import { exportAddress } from './exportAddress.ts'
import { findExport, insertExport, isRunning, waitAfter } from './libraryExportStore.ts'
import { hasPlace } from './serveExport.ts'

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
