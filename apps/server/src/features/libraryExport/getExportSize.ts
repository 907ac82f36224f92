import * as contract from '@nestmark/contract/transfer/libraryExport'
import { action } from '../../calls/action.ts'
import { countExported } from './contents/exportedFileQuery.ts'

/** Returns what an export of everything would contain now. */
export const getExportSize = action(contract.getExportSize, ({ actor, services: { db } }) => {
  return countExported(db.read, actor.personId)
})
