import * as contract from '@nestmark/contract/transfer/linkExport'
import { linkFormats } from '@nestmark/core/linkFormats/linkFormats'
import { action } from '../../../calls/action.ts'
import { FileReply } from '../../../calls/replies.ts'
import type { CallWith } from '../../../services.ts'
import { toExportOrder, countPart } from './exportOrder.ts'

/**
 * Streams a file with the links of a collection, a list, a search or a selection. A reader thread produces it; memory does
 * not grow with the number of links.
 */
export const exportLinks = action(contract.exportLinks, async (call: CallWith<'readers'>, input) => {
  const { format } = input
  const order = await toExportOrder(call, input)
  const { ending, type } = linkFormats[format]
  const file = await call.services.readers.open({ ...order, format }, call.actor.personId)
  return new FileReply(file, `nestmark-links.${ending}`, `${type}; charset=utf-8`)
})

/** Returns how many links a file of this part of the library would have, how many it leaves out, and how many articles a book has. */
export const countExport = action(contract.countExport, async (call, input) => {
  return countPart(call.services.db.read, await toExportOrder(call, input))
})
