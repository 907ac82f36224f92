import type { countSuggestions as count } from '@nestmark/contract/suggestions'
import type { Output } from '@nestmark/contract/operation'
import type { Call } from '../../http/implement.ts'
import { countBoth } from './store.ts'

/** Returns the length of both lists. */
export async function countSuggestions({ actor, services }: Call): Promise<Output<typeof count>> {
  return countBoth(services.db.read, actor.personId)
}
