import type { ImportReport, listImports as listImportsCall } from '@nestmark/contract/importExport'
import type { HighlightReport } from '@nestmark/contract/highlights'
import type { Output } from '@nestmark/contract/operation'
import type { Call } from '../../http/implement.ts'
import type { UndoKind } from '../../undo/store.ts'
import { listUndoableImports } from './store.ts'

/** Returns the ended imports of the caller that can still be undone, the newest first. */
export async function listImports({ actor, services }: Call): Promise<Output<typeof listImportsCall>> {
  const rows = await listUndoableImports(services.db.read, actor.personId, services.now())
  return rows.map(({ id, at, kind, report }) => {
    if (kind === ('importHighlights' satisfies UndoKind)) {
      const { highlights } = JSON.parse(report) as HighlightReport
      return { job: id, at, links: 0, folders: 0, highlights }
    }
    const { links, folders, highlights = 0 } = JSON.parse(report) as ImportReport
    return { job: id, at, links, folders, highlights }
  })
}
