import { getFolderChain, getFolderData } from '@nestmark/contract/collections'
import type { Operation, Output } from '@nestmark/contract/operation'
import { getSharedChain } from '@nestmark/contract/share'
import type { BreadcrumbEntry, TreeNode } from '@nestmark/contract/shapes'
import { queryClient } from '../../lib/api/queryClient.ts'
import { toBreadcrumb } from './data.ts'

/**
 * Returns the page to open after collections were trashed.
 * @param place the collection that the page shows, or that contains its link; undefined for other pages
 * @returns the path of the nearest remaining ancestor, or the dashboard; null where the page is not affected
 */
export function wayOut(place: string | undefined, trashed: readonly string[]): string | null {
  if (!place || trashed.length === 0) return null
  const read = known(getFolderData, { folder_id: place })
  const way = read?.breadcrumb ?? wayInTree(place)
  const top = way.findIndex(entry => trashed.includes(entry._id))
  if (top < 0) return trashed.includes(place) ? '/dashboard' : null
  return toBreadcrumb(way.slice(0, top)).at(-1)!.to
}

const known = <Op extends Operation>(op: Op, input: object) =>
  queryClient.getQueryData<Output<Op>>([op.path, input])

/** Builds the breadcrumb from the cached trees: the page of a link does not read its collection. */
function wayInTree(id: string): BreadcrumbEntry[] {
  const own = known(getFolderChain, {})
  const tops = [...(own ? [own] : []), ...(known(getSharedChain, {}) ?? []).map(({ tree }) => tree)]
  const above = new Map<TreeNode, TreeNode>()
  const todo = [...tops]
  for (let node = todo.pop(); node; node = todo.pop()) {
    if (node._id === id) return wayTo(node, above, own)
    for (const child of node.children) {
      above.set(child, node)
      todo.push(child)
    }
  }
  return []
}

function wayTo(
  last: TreeNode,
  above: ReadonlyMap<TreeNode, TreeNode>,
  root: TreeNode | undefined,
): BreadcrumbEntry[] {
  const way: BreadcrumbEntry[] = []
  for (let node: TreeNode | undefined = last; node; node = above.get(node))
    // The parent of a share root is not visible to its members.
    way.unshift({ _id: node._id, name: node.folder_name, label: '', parent: node === root ? null : '' })
  return way
}
