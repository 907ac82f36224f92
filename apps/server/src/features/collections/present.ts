import type { Collection, TreeNode } from '@nestmark/contract/shapes'
import { assertDefined } from '@nestmark/core/assertDefined'
import { collectionPermissions, type CollectionRole, type Role } from '../../access/policies.ts'
import type { CollectionRow } from '../../db/tables/libraryTables.ts'
import { type ListedCollection, picturesShown, type TreeRow } from './store.ts'
import { sumCounts, toCategoryCounts } from './subtreeQuery.ts'

/** Returns a collection in its wire format. `picture` returns the address of a picture for this caller. */
export function presentCollection(
  row: CollectionRow & Partial<Pick<ListedCollection, 'is_favourite' | 'pictures' | 'cover_picture'>>,
  collectionRole: CollectionRole,
  picture: (id: string) => string,
): Collection {
  const { role } = collectionRole
  const isRoot = row.parent_id === null
  const newest = JSON.parse(row.pictures ?? '[]') as string[]
  const cover = row.cover_picture ?? null
  const counts = toCategoryCounts(row)
  const pictures = cover === null ? newest : [cover, ...newest.filter(each => each !== cover)]
  return {
    _id: row.id,
    name: row.name,
    desc: row.descr,
    parent: row.parent_id,
    folder_count: row.folder_count,
    links_count: sumCounts(counts),
    category_counts: counts,
    thumbnails: pictures.slice(0, picturesShown).map(picture),
    cover: cover === null ? null : row.cover_link_id,
    favourite: row.is_favourite ? 1 : 0,
    is_root: isRoot ? 1 : 0,
    is_trash: row.trashed_by === null ? 0 : 1,
    create_date: row.created_at,
    update_date: row.updated_at,
    role: role ?? 'public',
    // Only the owner sees with whom it is shared; that it is public is visible to all readers.
    read: role === 'owner' || row.read_level === 3 ? (row.read_level as 0 | 1 | 3) : 0,
    enable_sugg: row.enable_sugg ? 1 : 0,
    ...(row.enc_id !== null && {
      is_encrypted: 1,
      ...(isMember(role) && { enc_id: row.enc_id, hide_tags: row.hide_tags ? (1 as const) : (0 as const) }),
    }),
    can: collectionPermissions(collectionRole, isRoot),
  }
}

/** Only they get the validation value, because it allows guesses of the secret. */
const isMember = (role: Role) => role !== null && role !== 'public'

/** The owner's role in a collection. */
export const asOwner: CollectionRole = { role: 'owner', shareRoot: false }

/**
 * Builds the complete tree of an owner from its rows in one pass, in any row order.
 * @param members the ids of the members by collection
 */
export function presentTree(
  rows: readonly TreeRow[],
  rootId: string,
  members: ReadonlyMap<string, ReadonlySet<string>>,
): TreeNode {
  const nodes = toNodes(rows)
  const root = assertDefined(nodes.get(rootId), 'root')
  for (const { id, read_level: level } of rows) {
    const node = level === 3 ? nodes.get(id) : undefined
    if (node) node.is_public = 1
  }
  if (members.size > 0) writeMemberCounts(root, members)
  for (const child of root.children) writePaths(child)
  root.path = root.folder_name
  return root
}

/** Writes the number of people into each shared node. The members of the nodes above can open it too. */
function writeMemberCounts(root: TreeNode, members: ReadonlyMap<string, ReadonlySet<string>>): void {
  const stack: { node: TreeNode; above: ReadonlySet<string> }[] = [{ node: root, above: new Set() }]
  for (let next = stack.pop(); next; next = stack.pop()) {
    const own = members.get(next.node._id)
    const people = own ? new Set([...next.above, ...own]) : next.above
    if (own) next.node.members = people.size
    for (const node of next.node.children) stack.push({ node, above: people })
  }
}

/** Builds the trees that start at these collections, one of which may be inside another. */
export function presentTrees(rows: readonly TreeRow[], tops: readonly string[]): TreeNode[] {
  const nodes = toNodes(rows)
  const parents = new Map(rows.map(row => [row.id, row.parent_id]))
  return tops.map(top => {
    const node = assertDefined(nodes.get(top), 'top')
    // Only a tree inside another one needs a copy, because it has two paths. Copying every tree would be slow.
    const own = nodes.has(parents.get(top) ?? '') ? structuredClone(node) : node
    writePaths(own)
    return own
  })
}

function toNodes(rows: readonly TreeRow[]): Map<string, TreeNode> {
  const nodes = new Map<string, TreeNode>()
  for (const row of rows) {
    const counts = toCategoryCounts(row)
    nodes.set(row.id, {
      _id: row.id,
      folder_name: row.name,
      path: '',
      links_count: sumCounts(counts),
      category_counts: counts,
      ...(row.is_encrypted && { is_encrypted: 1 as const }),
      children: [],
    })
  }
  for (const { id, parent_id: parent } of rows) {
    const node = nodes.get(id)
    if (parent !== null && node) nodes.get(parent)?.children.push(node)
  }
  return nodes
}

/** The maximum length of a path: the paths of a deep tree would otherwise be much larger than the tree. */
const maxPathLength = 2000

/** Returns the path of a collection from the path above it; a long one without its first names. */
export function joinPath(above: string, name: string): string {
  const path = above ? `${above} / ${name}` : name
  if (path.length <= maxPathLength) return path
  return `…${path.slice(path.indexOf(' / ', path.length - maxPathLength / 2))}`
}

/** Writes the path from `top` into each node. Iterative, because a tree can be deep. */
function writePaths(top: TreeNode): void {
  const open = [{ node: top, above: '' }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, above } = next
    node.path = joinPath(above, node.folder_name)
    for (const child of node.children) open.push({ node: child, above: node.path })
  }
}
