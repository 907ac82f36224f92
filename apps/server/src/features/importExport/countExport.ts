import type { countExport as countExportCall } from '@nestmark/contract/linkExport'
import type { Output, Parsed } from '@nestmark/contract/operation'
import type { Call } from '../../http/implement.ts'
import { openEveryLink } from '../links/linkSet.ts'
import { countExportedSet, countExportedLinks } from './exportQuery.ts'
import { toExportOrder } from './exportOrder.ts'

/** Returns how many links a file of this part of the library would have, and how many encrypted ones it leaves out. */
export async function countExport(
  call: Call,
  input: Parsed<typeof countExportCall>,
): Promise<Output<typeof countExportCall>> {
  const { actor, services } = call
  const { rootId, part } = await toExportOrder(call, input)
  if (part?.ids) return countExportedLinks(services.db.read, part.ids)
  const { every, except } = part?.set ?? {
    every: { folder_id: rootId, ...(part?.isFlat !== true && { include_sub: 1 as const }) },
    except: [],
  }
  const { rows } = await openEveryLink(services.db.read, actor, every, services.now())
  return countExportedSet(services.db.read, rows, except)
}
