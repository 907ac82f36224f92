import type { ImportReport, listImports as listImportsCall } from '@nestmark/contract/importExport'
import type { HighlightReport } from '@nestmark/contract/highlights'
import type { Output } from '@nestmark/contract/operation'
import type { Call } from '../../calls/call.ts'
import { listRecentImports } from './store.ts'

/** Returns the ended imports of the caller that can be undone, or were, the newest first. */
export async function listImports({ actor, services }: Call): Promise<Output<typeof listImportsCall>> {
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
}
