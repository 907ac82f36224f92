import type { countSuggestions as count } from '@nestmark/contract/suggestions'
import type { Output } from '@nestmark/contract/operation'
import type { Call } from '../../calls/call.ts'
import { readSuggestionCounts } from './store.ts'

/** Returns the length of both lists, and whether the person takes suggestions. */
export async function countSuggestions({ actor, services }: Call): Promise<Output<typeof count>> {
  return readSuggestionCounts(services.db.read, actor.personId)
}
