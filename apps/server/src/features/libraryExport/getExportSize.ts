import * as contract from '@nestmark/contract/libraryExport'
import { action } from '../../calls/action.ts'
import { countExported } from './exportedFileQuery.ts'

/** Returns what an export of everything would contain now. */
export const getExportSize = action(contract.getExportSize, ({ actor, services: { db } }) => {
  return countExported(db.read, actor.personId)
})
