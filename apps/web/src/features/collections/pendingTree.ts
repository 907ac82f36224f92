import { createFolder, moveFolders } from '@nestmark/contract/collections'
import type { Input } from '@nestmark/contract/operation'
import type { TreeNode } from '@nestmark/contract/shapes'
import { localId } from '../../lib/outbox/localIds.ts'
import type { QueuedMutation } from '../../lib/outbox/queue.ts'

/** Returns whether a queued mutation changes the tree. */
export const changesTree = ({ op, state }: QueuedMutation) =>
  state === 'waiting' && (op === createFolder.path || op === moveFolders.path)

/**
 * Applies the queued mutations to a tree: adds collections that were created offline and moves the moved ones. Copies
 * only the nodes on the paths to the changes.
 */
export function withPending(root: TreeNode, waiting: readonly QueuedMutation[]): TreeNode {
  let tree = root
  for (const { id, op, input } of waiting) {
    if (op === createFolder.path) {
      const { name, parent } = input as Input<typeof createFolder>
      tree = putInto(tree, parent ?? tree._id, [toNode(localId(id), name)])
    } else {
      const { folders = [], move_to: to } = input as Input<typeof moveFolders>
      const moved = folders.flatMap(each => wayTo(tree, each)?.at(-1) ?? [])
      // The target may be deleted, or a descendant of a moved collection; the server will refuse the mutation.
      if (!to || !wayTo(tree, to) || moved.some(node => wayTo(node, to))) continue
      for (const node of moved) tree = takenOut(tree, node._id)
      tree = putInto(tree, to, moved)
    }
  }
  return tree
}

const toNode = (_id: string, name: string): TreeNode => ({
  _id,
  folder_name: name,
  path: name,
  links_count: 0,
  category_counts: [0, 0, 0, 0, 0],
  children: [],
})

/** Returns the nodes from the root to a node, both included. Not recursive, because trees may be deep. */
function wayTo(root: TreeNode, id: string): TreeNode[] | null {
  const todo: { node: TreeNode; level: number }[] = [{ node: root, level: 0 }]
  const way: TreeNode[] = []
  for (let next = todo.pop(); next; next = todo.pop()) {
    way.length = next.level
    way.push(next.node)
    if (next.node._id === id) return way
    for (const child of next.node.children) todo.push({ node: child, level: next.level + 1 })
  }
  return null
}

/** Returns the root with other children at the end of a path. */
function withChildren(way: readonly TreeNode[], children: TreeNode[]): TreeNode {
  let changed: TreeNode = { ...way.at(-1)!, children }
  for (let at = way.length - 2; at >= 0; at--) {
    const above = way[at]!
    const old = way[at + 1]!
    const now = changed
    changed = { ...above, children: above.children.map(child => (child === old ? now : child)) }
  }
  return changed
}

function putInto(root: TreeNode, parent: string, nodes: TreeNode[]): TreeNode {
  const way = wayTo(root, parent)
  return way ? withChildren(way, [...way.at(-1)!.children, ...nodes]) : root
}

function takenOut(root: TreeNode, id: string): TreeNode {
  const way = wayTo(root, id)
  if (!way || way.length < 2) return root
  const above = way.slice(0, -1)
  return withChildren(
    above,
    above.at(-1)!.children.filter(child => child._id !== id),
  )
}
