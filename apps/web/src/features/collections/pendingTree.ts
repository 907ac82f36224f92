import { createCollection, moveCollections } from '@nestmark/contract/collections'
import type { Input } from '@nestmark/contract/operation'
import type { TreeNode } from '@nestmark/contract/shapes'
import { localId } from '../../lib/outbox/localIds.ts'
import type { QueuedMutation } from '../../lib/outbox/queue.ts'

/** Returns whether a queued mutation changes the tree. */
export const affectsTree = ({ op, state }: QueuedMutation) =>
  state === 'waiting' && (op === createCollection.path || op === moveCollections.path)

/**
 * Applies the queued mutations to a tree: adds collections that were created offline and moves the moved ones. Copies
 * only the nodes on the paths to the changes.
 */
export function applyQueuedMutations(root: TreeNode, mutations: readonly QueuedMutation[]): TreeNode {
  let tree = root
  for (const { id, op, input } of mutations) {
    if (op === createCollection.path) {
      const { name, parent } = input as Input<typeof createCollection>
      tree = insertNodes(tree, parent ?? tree._id, [toNode(localId(id), name)])
    } else {
      const { folders = [], move_to: to } = input as Input<typeof moveCollections>
      const moved = folders.flatMap(each => findPath(tree, each)?.at(-1) ?? [])
      // The target may be deleted, or a descendant of a moved collection; the server will refuse the mutation.
      if (!to || !findPath(tree, to) || moved.some(node => findPath(node, to))) continue
      for (const node of moved) tree = removeNode(tree, node._id)
      tree = insertNodes(tree, to, moved)
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
function findPath(root: TreeNode, id: string): TreeNode[] | null {
  const stack: { node: TreeNode; level: number }[] = [{ node: root, level: 0 }]
  const path: TreeNode[] = []
  for (let next = stack.pop(); next; next = stack.pop()) {
    path.length = next.level
    path.push(next.node)
    if (next.node._id === id) return path
    for (const child of next.node.children) stack.push({ node: child, level: next.level + 1 })
  }
  return null
}

/** Returns the root with other children at the end of a path. */
function withChildren(path: readonly TreeNode[], children: TreeNode[]): TreeNode {
  let changed: TreeNode = { ...path.at(-1)!, children }
  for (let index = path.length - 2; index >= 0; index--) {
    const ancestor = path[index]!
    const original = path[index + 1]!
    const replacement = changed
    changed = {
      ...ancestor,
      children: ancestor.children.map(child => (child === original ? replacement : child)),
    }
  }
  return changed
}

function insertNodes(root: TreeNode, parent: string, nodes: TreeNode[]): TreeNode {
  const path = findPath(root, parent)
  return path ? withChildren(path, [...path.at(-1)!.children, ...nodes]) : root
}

function removeNode(root: TreeNode, id: string): TreeNode {
  const path = findPath(root, id)
  if (!path || path.length < 2) return root
  const ancestors = path.slice(0, -1)
  return withChildren(
    ancestors,
    ancestors.at(-1)!.children.filter(child => child._id !== id),
  )
}
