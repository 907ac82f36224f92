import { getSharedChain } from '@nestmark/contract/share'
import type { Output } from '@nestmark/contract/operation'
import type { TreeNode } from '@nestmark/contract/shapes'
import { useMemo } from 'react'
import { useOperation } from '../../lib/api/operations.ts'
import { useToken } from '../../lib/token.ts'
import { indexTree, type TreeIndex } from './tree.ts'

/** The ID of the artificial root above all shared collections. No collection has it. */
const sharedRoot = 'shared'

/**
 * Returns the index of all shared collections as one tree; undefined until it is loaded and where nothing is shared.
 */
export function useSharedTree({ writable }: { writable: boolean }): TreeIndex | undefined {
  const enabled = useToken() !== null
  const { data } = useOperation(getSharedChain, {}, { enabled, structuralSharing: false, staleTime: 60_000 })
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

/** Returns the shared collections that no other shared one contains, because each may be in the tree only once. */
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
