import { getSharedTrees } from '@nestmark/contract/sharing/share'
import type { Output } from '@nestmark/contract/operation'
import type { TreeNode, Collection } from '@nestmark/contract/shapes'
import { useOperation } from '../../lib/api/operations.ts'
import { useToken } from '../../lib/browser/token.ts'
import { indexTree, type TreeIndex } from './tree/tree.ts'
import { useTree } from './data.ts'

/** The ID of the artificial root above all shared collections. No collection has it. */
const sharedRoot = 'shared'

/**
 * Returns the index of all shared collections as one tree; undefined until it is loaded and where nothing is shared.
 */
export function useSharedTree({ writable }: { writable: boolean }): TreeIndex | undefined {
  const enabled = useToken() !== null
  const { data } = useOperation(getSharedTrees, {}, { enabled, structuralSharing: false, staleTime: 60_000 })
  return data && indexShared(data, writable)
}

/** The indexes of the last answer: many parts of a page use them. */
const indexes = new WeakMap<object, Map<boolean, TreeIndex | undefined>>()

function indexShared(data: Output<typeof getSharedTrees>, writable: boolean): TreeIndex | undefined {
  const known = indexes.get(data) ?? new Map<boolean, TreeIndex | undefined>()
  indexes.set(data, known)
  if (!known.has(writable)) known.set(writable, createIndex(data, writable))
  return known.get(writable)
}

function createIndex(data: Output<typeof getSharedTrees>, writable: boolean): TreeIndex | undefined {
  const topmost = listTopmost(data, writable)
  if (topmost.length === 0) return undefined
  const index = indexTree({
    _id: sharedRoot,
    folder_name: '',
    path: '',
    links_count: 0,
    category_counts: [0, 0, 0, 0, 0],
    children: topmost,
  })
  return { ...index, roles: new Map(data.map(({ type, tree }) => [tree._id, type])) }
}

/** Returns the shared collections that no other shared one contains, because each may be in the tree only once. */
function listTopmost(shared: Output<typeof getSharedTrees>, writable: boolean): TreeNode[] {
  const topmost = shared.filter(({ type }) => !writable || type === 'write').map(({ tree }) => tree)
  const descendantIds = new Set<string>()
  const stack = topmost.flatMap(node => node.children)
  for (let node = stack.pop(); node; node = stack.pop()) {
    descendantIds.add(node._id)
    stack.push(...node.children)
  }
  return topmost.filter(node => !descendantIds.has(node._id))
}

/** Returns a function that finds the tree with a collection: the user's own, or that of shared collections. */
export function useIndexOf(): (collection: Pick<Collection, '_id'>) => TreeIndex | undefined {
  const { index } = useTree()
  const shared = useSharedTree({ writable: false })
  return ({ _id }) => (shared?.entries.has(_id) && !index?.entries.has(_id) ? shared : index)
}
