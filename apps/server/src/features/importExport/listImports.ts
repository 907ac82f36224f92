import type { ImportReport, listImports as listImportsCall } from '@nestmark/contract/importExport'
import type { Output } from '@nestmark/contract/operation'
import type { Call } from '../../http/implement.ts'
import { listUndoableImports } from './store.ts'

/** Returns the ended imports of the caller that can still be undone, the newest first. */
export async function listImports({ actor, services }: Call): Promise<Output<typeof listImportsCall>> {
  const rows = await listUndoableImports(services.db.read, actor.personId, services.now())
  return rows.map(({ id, at, report }) => {
    const { links, folders } = JSON.parse(report) as ImportReport
    return { job: id, at, links, folders }
  })
}
