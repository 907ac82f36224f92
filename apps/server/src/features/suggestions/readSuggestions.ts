import type { SuggestedLink } from '@nestmark/contract/sharing/suggestions'
import { limits } from '@nestmark/core/limits'
import { refuse } from '../../access/refuse.ts'
import { collectionsWithRoles } from '../../access/roles.ts'
import type { Call } from '../../calls/call.ts'
import { presentSuggestion } from './present.ts'
import { listSuggestions, type SuggestionBox } from './store.ts'

/** Returns one suggestion, as listed for the caller. */
export async function readOne(call: Call, side: SuggestionBox, id: string): Promise<SuggestedLink> {
  const [found] = await readSome(call, side, { ids: [id] }, { limit: 1, offset: 0 })
  return found ?? refuse('suggestions.notFound')
}

/** Returns a page of one of the caller's lists. */
export function readPage(call: Call, side: SuggestionBox, page: number) {
  const { pageSize: limit } = limits
  return readSome(call, side, {}, { limit, offset: (page - 1) * limit })
}

async function readSome(
  call: Call,
  side: SuggestionBox,
  only: { ids?: readonly string[] },
  slice: { limit: number; offset: number },
): Promise<SuggestedLink[]> {
  const { read } = call.services.db
  const rows = await listSuggestions(read, { side, personId: call.actor.personId, ...only }, slice)
  if (side === 'to_me') return rows.map(row => presentSuggestion(row, side, true))
  // Hides the collection from members who were removed, and when its owner has trashed it.
  const collections = await collectionsWithRoles(read, call.actor, [
    ...new Set(rows.map(row => row.collection_id)),
  ])
  const roles = new Map(collections.map(each => [each.id, each.role]))
  return rows.map(row => presentSuggestion(row, side, Boolean(roles.get(row.collection_id))))
}
