import type { countHighlights as count } from '@nestmark/contract/highlights'
import type { Output } from '@nestmark/contract/operation'
import type { Call } from '../../calls/call.ts'
import { countAll } from './listQuery.ts'

/** Counts the caller's highlights. */
export async function countHighlights({ actor, services }: Call): Promise<Output<typeof count>> {
  const counts = await countAll(services.db.read, actor.personId)
  return { ...counts, highlights: counts.styles.reduce((sum, each) => sum + each, 0) }
}
