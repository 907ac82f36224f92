import type { FolderRead } from '../../bookmarkFiles/events.ts'
import {
  isObject,
  jsonFormat,
  type JsonObject,
  rejectDamaged,
  toObject,
  toObjects,
  toText,
} from './jsonFormat.ts'
import type { RowSink } from '../rowSink.ts'
import { walkTree } from '../walkTree.ts'

const roots: Record<string, { name: string; role: FolderRead['role'] }> = {
  bookmark_bar: { name: 'Bookmarks bar', role: 'toolbar' },
  bookmarks_bar: { name: 'Bookmarks bar', role: 'toolbar' },
  bookmark_menu: { name: 'Bookmarks menu', role: 'menu' },
  other: { name: 'Other bookmarks', role: 'unfiled' },
  synced: { name: 'Mobile bookmarks', role: null },
  mobile: { name: 'Mobile bookmarks', role: null },
  unsorted: { name: 'Unsorted', role: null },
  speedDial: { name: 'Speed Dial', role: null },
}

/**
 * The file `Bookmarks` in the profile of Chrome, Edge, Brave, Vivaldi and Opera, and that of Falkon: a tree below
 * `roots`, whose names are translated. Dates are microseconds since 1601.
 */
export const chromiumJson = jsonFormat({
  id: 'chromiumJson',
  recognise: head =>
    head.hasKeys('roots') && /"(?:bookmark_bar|bookmarks_bar|other|bookmark_menu)"/.test(head.text),
  paths: ['roots'],
  without: [
    'guid',
    'id',
    'date_last_used',
    'power_bookmark_meta',
    'sync_metadata',
    'visit_count',
    'expanded',
  ],
  open: sink => ({
    row: (value, { line }) => walkTree(sink, topNodes(value), node => addNode(sink, node, line)),
  }),
})

/** Returns the roots with something in them, without the trash of Vivaldi. */
function topNodes(all: JsonObject): JsonObject[] {
  return Object.entries(all).flatMap(([key, root]) => {
    if (!isObject(root) || key === 'trash') return []
    // Opera has further roots in one of them.
    if (root.children === undefined) return topNodes(root)
    if (toObjects(root.children).length === 0) return []
    const known = roots[key]
    return [{ ...root, name: toText(root.name) || (known?.name ?? key), role: known?.role ?? null }]
  })
}

function addNode(sink: RowSink, node: JsonObject, line: number): readonly JsonObject[] | undefined {
  if (rejectDamaged(sink, node, line)) return undefined
  const info = toObject(node.meta_info)
  const note = toText(node.description) || toText(info.Description)
  const added = toText(node.date_added)
  if (node.type === 'separator') return void sink.separator()
  if (Array.isArray(node.children) || node.type === 'folder') {
    const { role } = node as { role?: FolderRead['role'] }
    sink.openFolder({
      name: toText(node.name),
      role: role ?? null,
      note,
      added,
      changed: toText(node.date_modified),
      line,
    })
    return toObjects(node.children)
  }
  sink.row({
    address: toText(node.url),
    title: toText(node.name),
    added,
    note,
    keyword: toText(node.keyword) || toText(info.Nickname),
    image: webAddress(toText(info.Thumbnail)),
    line,
  })
}

/** Returns the address of a picture; pictures inside the browser are none of the person. */
function webAddress(text: string): string {
  return /^https?:/i.test(text) ? text : ''
}
