import { getTree } from '@nestmark/contract/collections'
import { queryOptions } from '../../../lib/api/operations.ts'
import { queryClient } from '../../../lib/api/queryClient.ts'
import { flattenTree } from '../../collections/tree/tree.ts'

/**
 * Reads the tree of the signed-in person.
 * @param staleTime how old the last answer may be, in milliseconds
 * @throws Refusal
 */
export const readTree = (staleTime = 0) => queryClient.fetchQuery({ ...queryOptions(getTree, {}), staleTime })

/** Returns the number of links directly in some collections of the signed-in person, without the trash. @throws Refusal */
export async function countLinks(ids: readonly string[]): Promise<number> {
  const wanted = new Set(ids)
  return flattenTree(await readTree(60_000))
    .filter(node => wanted.has(node._id))
    .reduce((sum, node) => sum + node.links_count, 0)
}

/** Returns whether all collections belong to the signed-in person: only the owner gives a collection its key. @throws Refusal */
export async function areOwn(ids: readonly string[]): Promise<boolean> {
  const own = new Set(flattenTree(await readTree(60_000)).map(node => node._id))
  return ids.every(id => own.has(id))
}
