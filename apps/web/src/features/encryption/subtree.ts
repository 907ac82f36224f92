import { getTree } from '@nestmark/contract/collections'
import { queryOptions } from '../../lib/api/operations.ts'
import { queryClient } from '../../lib/api/queryClient.ts'

interface Node {
  _id: string
  children: readonly Node[]
}

/** Returns the ids of a collection of the signed-in person and of everything beneath it. @throws Refusal */
export async function listSubtree(id: string): Promise<string[]> {
  const root: Node = await queryClient.fetchQuery({ ...queryOptions(getTree, {}), staleTime: 0 })
  const stack: Node[] = [root]
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node._id === id) return listIds(node)
    stack.push(...node.children)
  }
  // A shared collection of another person is not in the tree.
  return [id]
}

/** Returns whether all collections belong to the signed-in person: only the owner gives a collection its key. @throws Refusal */
export async function areOwn(ids: readonly string[]): Promise<boolean> {
  const root: Node = await queryClient.fetchQuery({ ...queryOptions(getTree, {}), staleTime: 60_000 })
  const own = new Set(listIds(root))
  return ids.every(id => own.has(id))
}

function listIds(node: Node): string[] {
  const ids: string[] = []
  const stack: Node[] = [node]
  for (let next = stack.pop(); next; next = stack.pop()) {
    ids.push(next._id)
    stack.push(...next.children)
  }
  return ids
}
