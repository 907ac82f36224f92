import type { exportLinks as exportLinksCall } from '@nestmark/contract/linkExport'
import type { Parsed } from '@nestmark/contract/operation'
import { linkFormats } from '@nestmark/core/linkFormats/linkFormats'
import type { Call } from '../../calls/call.ts'
import { FileReply } from '../../calls/replies.ts'
import { toExportOrder } from './exportOrder.ts'

/**
 * Streams a file with the links of a collection, a list, a search or a selection. A reader thread produces it; memory does
 * not grow with the number of links.
 */
export async function exportLinks(call: Call, input: Parsed<typeof exportLinksCall>): Promise<FileReply> {
  const { format } = input
  const order = await toExportOrder(call, input)
  const { ending, type } = linkFormats[format]
  const file = await call.services.readers.open({ ...order, format }, call.actor.personId)
  return new FileReply(file, `nestmark-links.${ending}`, `${type}; charset=utf-8`)
}
