import * as contract from '@nestmark/contract/transfer/linkExport'
import { action } from '../../../calls/action.ts'
import { countPart, toExportOrder } from './exportOrder.ts'

/** Returns how many links a file of this part of the library would have, how many it leaves out, and how many articles a book has. */
export const countExport = action(contract.countExport, async (call, input) => {
  return countPart(call.services.db.read, await toExportOrder(call, input))
})
