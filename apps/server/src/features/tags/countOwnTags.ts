import type { Output } from '@nestmark/contract/operation'
import type { countOwnTags as countCall } from '@nestmark/contract/tags'
import type { Call } from '../../http/implement.ts'
import { countTags } from './listQuery.ts'

/** Returns the number of the caller's tags. */
export async function countOwnTags({ actor, services }: Call): Promise<Output<typeof countCall>> {
  const { tags } = await countTags(services.db.read, actor.personId, '')
  return { count: tags }
}
