import type { allHighlights as all } from '@nestmark/contract/highlights'
import type { Output, Parsed } from '@nestmark/contract/operation'
import type { Call } from '../../http/implement.ts'
import { listPages } from './listQuery.ts'
import { presentPages } from './presentPages.ts'

/** Lists the caller's highlights by page, those with the newest highlights first (HL-01). */
export async function allHighlights(
  { actor, services }: Call,
  { page, style, has_comment }: Parsed<typeof all>,
): Promise<Output<typeof all>> {
  const { read } = services.db
  const filter = { style, commented: has_comment === 1 }
  const found = await listPages(read, actor.personId, filter, page)
  return presentPages(read, actor.personId, found, filter)
}
