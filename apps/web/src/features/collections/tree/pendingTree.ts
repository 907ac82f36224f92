import { createCollection, moveCollections } from '@nestmark/contract/collections'
import type { Input } from '@nestmark/contract/operation'
import type { TreeNode } from '@nestmark/contract/shapes'
import { localId } from '@nestmark/client/outbox/localIds'
import type { QueuedMutation } from '../../../lib/outbox/queue.ts'

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
      const moved = folders.flatMap(each => findPath(tree, each)?.node ?? [])
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

/** A node with its ancestors, the root first. */
interface NodePath {
  ancestors: TreeNode[]
  node: TreeNode
}

/** Returns the node with an ID, and its ancestors. Not recursive, because trees may be deep. */
export function findPath(root: TreeNode, id: string): NodePath | null {
  const stack: { node: TreeNode; level: number }[] = [{ node: root, level: 0 }]
  const ancestors: TreeNode[] = []
  for (let next = stack.pop(); next; next = stack.pop()) {
    ancestors.length = next.level
    if (next.node._id === id) return { ancestors, node: next.node }
    ancestors.push(next.node)
    for (const child of next.node.children) stack.push({ node: child, level: next.level + 1 })
  }
  return null
}

/** Returns the root with other children at the end of a path. */
function withChildren({ ancestors, node }: NodePath, children: TreeNode[]): TreeNode {
  const change = { original: node, changed: { ...node, children } }
  const rootChange = ancestors.reduceRight(
    ({ original, changed }, ancestor) => ({
      original: ancestor,
      changed: {
        ...ancestor,
        children: ancestor.children.map(child => (child === original ? changed : child)),
      },
    }),
    change,
  )
  return rootChange.changed
}

function insertNodes(root: TreeNode, parent: string, nodes: TreeNode[]): TreeNode {
  const path = findPath(root, parent)
  return path ? withChildren(path, [...path.node.children, ...nodes]) : root
}

function removeNode(root: TreeNode, id: string): TreeNode {
  const path = findPath(root, id)
  const parent = path?.ancestors.at(-1)
  if (!path || !parent) return root
  return withChildren(
    { ancestors: path.ancestors.slice(0, -1), node: parent },
    parent.children.filter(child => child._id !== id),
  )
}
