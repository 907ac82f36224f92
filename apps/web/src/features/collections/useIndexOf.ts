import type { Collection } from '@nestmark/contract/shapes'
import { useTree } from './data.ts'
import type { TreeIndex } from './tree/tree.ts'
import { useSharedTree } from './useSharedTree.ts'

/** Returns a function that finds the tree with a collection: the user's own, or that of shared collections. */
export function useIndexOf(): (collection: Pick<Collection, '_id'>) => TreeIndex | undefined {
  const { index } = useTree()
  const shared = useSharedTree({ writable: false })
  return ({ _id }) => (shared?.entries.has(_id) && !index?.entries.has(_id) ? shared : index)
}
