import { getSharedChain } from '@nestmark/contract/share'
import type { Output } from '@nestmark/contract/operation'
import type { TreeNode } from '@nestmark/contract/shapes'
import { useMemo } from 'react'
import { useOperation } from '../../lib/api/operations.ts'
import { useToken } from '../../lib/token.ts'
import { indexTree, type TreeIndex } from './tree.ts'

/** No collection has this id: what others share hangs from it in the tree. */
const sharedRoot = 'shared'

/** What others share, as one tree; undefined while it is on its way, and where there is nothing. */
export function useSharedTree({ writable }: { writable: boolean }): TreeIndex | undefined {
  const enabled = useToken() !== null
  const { data } = useOperation(getSharedChain, {}, { enabled, share: false, staleTime: 60_000 })
  return useMemo(() => {
    const tops = data ? listTops(data, writable) : []
    if (tops.length === 0) return undefined
    return indexTree({
      _id: sharedRoot,
      folder_name: '',
      path: '',
      links_count: 0,
      category_counts: [0, 0, 0, 0, 0],
      children: tops,
    })
  }, [data, writable])
}

/** One collection can be shared by itself and lie in another that is: in one tree it stands once. */
function listTops(shared: Output<typeof getSharedChain>, writable: boolean): TreeNode[] {
  const tops = shared.filter(({ type }) => !writable || type === 'write').map(({ tree }) => tree)
  const beneath = new Set<string>()
  const open = tops.flatMap(top => top.children)
  for (let node = open.pop(); node; node = open.pop()) {
    beneath.add(node._id)
    open.push(...node.children)
  }
  return tops.filter(top => !beneath.has(top._id))
}
