import type { countExport as countExportCall } from '@nestmark/contract/linkExport'
import type { Output, Parsed } from '@nestmark/contract/operation'
import type { Call } from '../../http/implement.ts'
import { openEveryLink } from '../links/linkSet.ts'
import { countExportedSet, countExportedLinks } from './exportQuery.ts'
import { toExportOrder, toSet } from './exportOrder.ts'

/** Returns how many links a file of this part of the library would have, how many it leaves out, and how many articles a book has. */
export async function countExport(
  call: Call,
  input: Parsed<typeof countExportCall>,
): Promise<Output<typeof countExportCall>> {
  const { actor, services } = call
  const order = await toExportOrder(call, input)
  const { read } = services.db
  const set = toSet(order)
  if (!set) return countExportedLinks(read, order.part?.ids ?? [])
  const { rows } = await openEveryLink(read, actor, set.every, services.now())
  return countExportedSet(read, rows, set.except)
}
