import type { TreeNode } from '@nestmark/contract/shapes'

/** A collection in the list of the picker. */
export interface CollectionRow {
  id: string
  name: string
  /** The names above it, from the top. */
  above: string[]
  depth: number
  links: number
  isEncrypted: boolean
}

/** Returns the collections of a tree in its order, without the root. */
export function listCollections(root: TreeNode): CollectionRow[] {
  const rows: CollectionRow[] = []
  // Without recursion: a tree may have a thousand levels.
  const waiting = root.children.toReversed().map(node => ({ node, above: [] as string[] }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, above } = next
    rows.push({
      id: node._id,
      name: node.folder_name,
      above,
      depth: above.length,
      links: node.links_count,
      isEncrypted: node.is_encrypted === 1,
    })
    const path = [...above, node.folder_name]
    waiting.push(...node.children.toReversed().map(child => ({ node: child, above: path })))
  }
  return rows
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Returns the collections whose name contains a text, those that begin with it first. */
export function filterCollections(rows: readonly CollectionRow[], typed: string): CollectionRow[] {
  const needle = fold(typed.trim())
  if (needle === '') return [...rows]
  const found = rows.filter(row => fold(row.name).includes(needle))
  return [
    ...found.filter(row => fold(row.name).startsWith(needle)),
    ...found.filter(row => !fold(row.name).startsWith(needle)),
  ]
}
