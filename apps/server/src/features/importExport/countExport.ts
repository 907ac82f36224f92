import type { countExport as countExportCall } from '@nestmark/contract/linkExport'
import type { Output, Parsed } from '@nestmark/contract/operation'
import type { Call } from '../../calls/call.ts'
import { countPart, toExportOrder } from './exportOrder.ts'

/** Returns how many links a file of this part of the library would have, how many it leaves out, and how many articles a book has. */
export async function countExport(
  call: Call,
  input: Parsed<typeof countExportCall>,
): Promise<Output<typeof countExportCall>> {
  return countPart(call.services.db.read, await toExportOrder(call, input))
}
