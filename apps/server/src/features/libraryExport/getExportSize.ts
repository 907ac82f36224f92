import type { getExportSize as getSize } from '@nestmark/contract/libraryExport'
import type { Output } from '@nestmark/contract/operation'
import type { Call } from '../../calls/call.ts'
import { countExported } from './exportedFileQuery.ts'

/** Returns what an export of everything would contain now. */
export function getExportSize({ actor, services: { db } }: Call): Promise<Output<typeof getSize>> {
  return countExported(db.read, actor.personId)
}
