import type { FolderRead } from '../../bookmarkFiles/events.ts'
import { jsonFormat, type JsonObject, rejectDamaged, toObjects, toText, toWrittenDate } from './jsonFormat.ts'
import type { RowSink } from '../rowSink.ts'
import { walkTree } from '../walkTree.ts'

/** The roots of Firefox: their titles are words of the program, or of its language. */
const roots: Record<string, { name: string; role: FolderRead['role'] } | null> = {
  placesRoot: null,
  // The HTML export has its links outside of any folder.
  bookmarksMenuFolder: { name: 'Bookmarks Menu', role: 'menu' },
  toolbarFolder: { name: 'Bookmarks Toolbar', role: 'toolbar' },
  unfiledBookmarksFolder: { name: 'Other Bookmarks', role: 'unfiled' },
  mobileFolder: { name: 'Mobile Bookmarks', role: null },
}

/** The backup of Firefox as JSON, which also `.jsonlz4` contains: a tree. Dates are microseconds. */
export const firefoxJson = jsonFormat({
  id: 'firefoxJson',
  recognise: head => /^\{[^]*"text\/x-moz-place/.test(head.text),
  paths: [''],
  without: ['guid', 'index', 'id', 'iconuri', 'iconUri', 'charset'],
  open: sink => ({
    row: (value, { line }) => walkTree(sink, topNodes(value), node => addNode(sink, node, line)),
  }),
})

/** Returns the nodes at the top: the root itself is no folder, and empty roots of the program are left out. */
export function topNodes(root: JsonObject): readonly JsonObject[] {
  if (toText(root.root) !== 'placesRoot') return [root]
  return toObjects(root.children).filter(
    node => roots[toText(node.root)] === undefined || toObjects(node.children).length > 0,
  )
}

/** Adds a node of a tree of Firefox; returns the children of a folder. */
export function addNode(sink: RowSink, node: JsonObject, line: number): readonly JsonObject[] | undefined {
  if (rejectDamaged(sink, node, line)) return undefined
  const type = toText(node.type)
  const title = toText(node.title)
  const dates = { added: toWrittenDate(node.dateAdded), changed: toWrittenDate(node.lastModified) }
  const note = toObjects(node.annos).find(each => each.name === 'bookmarkProperties/description')
  if (type.endsWith('separator') || node.typeCode === 3) return void sink.separator()
  if (Array.isArray(node.children) || type.endsWith('container')) {
    const root = roots[toText(node.root)]
    sink.openFolder({
      name: root?.name ?? title,
      role: root?.role ?? null,
      ...dates,
      note: toText(note?.value),
      line,
    })
    return toObjects(node.children)
  }
  sink.row({
    address: toText(node.uri),
    title,
    ...dates,
    tags: toText(node.tags).split(','),
    keyword: toText(node.keyword),
    note: toText(note?.value),
    line,
  })
}
