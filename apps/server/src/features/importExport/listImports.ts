import * as contract from '@nestmark/contract/transfer/importExport'
import type { ImportReport } from '@nestmark/contract/transfer/importExport'
import type { HighlightReport } from '@nestmark/contract/reading/highlights'
import { action } from '../../calls/action.ts'
import { listRecentImports } from './store.ts'

/** Returns the ended imports of the caller that can be undone, or were, the newest first. */
export const listImports = action(contract.listImports, async ({ actor, services }) => {
  const now = services.now()
  const rows = await listRecentImports(services.db.read, actor.personId, now)
  return rows.flatMap(({ id, at, report, expires_at: until }) => {
    const {
      links = 0,
      folders = 0,
      highlights = 0,
      reading,
    } = JSON.parse(report) as Partial<ImportReport & HighlightReport>
    const undone = until === null || until <= now
    // Without a record nothing was created, or the undo is long ago.
    if (undone && links + folders + highlights === 0) return []
    return { job: id, at, links, folders, highlights, undone, ...(reading && { reading }) }
  })
})
