import { createWriteStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Bytes, PlacesRead } from '@nestmark/core/bookmarkFormats/format'

/** More bookmarks than any profile has; all of them are in memory at once. */
const maxRows = 300_000
/** The characters of a text that are read; longer ones are shortened or left out anyway. */
const maxText = 20_000

/** The guids of the roots, and their names in backups. That of the tags has a folder for each tag. */
const roots: Record<string, string> = {
  root________: 'placesRoot',
  menu________: 'bookmarksMenuFolder',
  toolbar_____: 'toolbarFolder',
  unfiled_____: 'unfiledBookmarksFolder',
  mobile______: 'mobileFolder',
}
const tagsRoot = 'tags________'

/** A row of `moz_bookmarks` with its address. Anything but text is converted, because a file may have any value. */
interface Row {
  id: string
  parent: string
  place: string
  type: number
  guid: unknown
  title: unknown
  added: unknown
  changed: unknown
  uri: unknown
}

interface Node extends Record<string, unknown> {
  children?: Node[]
}

/**
 * Reads the bookmarks of Firefox from its `places.sqlite`, from a copy on the disk that is deleted afterwards. It blocks its
 * thread, so it runs only in the process of an import.
 * @param bytes the file; a profile in use keeps its last changes in another one
 * @returns null when it is another database, or none
 */
export async function readPlaces(bytes: Bytes): Promise<PlacesRead | null> {
  const folder = await mkdtemp(join(tmpdir(), 'nestmark-places-'))
  try {
    const file = join(folder, 'places.sqlite')
    await pipeline(Readable.from(bytes), createWriteStream(file, { mode: 0o600 }))
    await endLogMode(file)
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      return readBookmarks(database)
    } finally {
      database.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Marks the copy as a file without a log: SQLite would look for that of Firefox, which is not there. */
async function endLogMode(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  await handle.write(Uint8Array.of(1, 1), 0, 2, 18)
  await handle.close()
}

function readBookmarks(database: DatabaseSync): PlacesRead | null {
  try {
    // Views, functions and generated columns of a hostile file are not run.
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA query_only = ON; PRAGMA cell_size_check = ON')
    if (!isTable(database, 'moz_bookmarks') || !isTable(database, 'moz_places')) return null
    const rows = readRows(database)
    const keywords = readTexts(
      database,
      ['moz_keywords'],
      `select cast(place_id as text) as id, substr(keyword, 1, ${maxText}) as text from moz_keywords`,
    )
    const notes = readTexts(
      database,
      ['moz_items_annos', 'moz_anno_attributes'],
      `select cast(a.item_id as text) as id, substr(a.content, 1, ${maxText}) as text from moz_items_annos a
        join moz_anno_attributes n on n.id = a.anno_attribute_id where n.name = 'bookmarkProperties/description'`,
    )
    return { root: toTree(rows.found, keywords, notes), broken: rows.broken }
  } catch {
    return null
  }
}

/** Returns whether the file has an ordinary table of this name. */
function isTable(database: DatabaseSync, name: string): boolean {
  const row = database
    .prepare(`select sql from sqlite_schema where type = 'table' and name = ?`)
    .get(name) as { sql?: unknown } | undefined
  const text = typeof row?.sql === 'string' ? row.sql : ''
  return /^\s*create\s+table\b/i.test(text) && !/\bas\s*\(/i.test(text)
}

/** Returns the rows in the order of their folders; those before a damaged page. */
function readRows(database: DatabaseSync): { found: Row[]; broken: PlacesRead['broken'] } {
  const statement = database.prepare(`select cast(b.id as text) as id, cast(b.parent as text) as parent,
      cast(b.fk as text) as place, cast(b.type as real) as type, b.guid as guid,
      substr(b.title, 1, ${maxText}) as title, cast(b.dateAdded as real) as added,
      cast(b.lastModified as real) as changed, substr(p.url, 1, ${maxText}) as uri
    from moz_bookmarks b left join moz_places p on p.id = b.fk order by b.parent, b.position, b.id`)
  const found: Row[] = []
  try {
    for (const row of statement.iterate()) {
      if (found.length >= maxRows) return { found, broken: 'tooLarge' }
      found.push(row as unknown as Row)
    }
  } catch {
    return { found, broken: 'damaged' }
  }
  return { found, broken: null }
}

/** Returns texts by id; none when a table is missing or damaged: bookmarks without keywords are better than none. */
function readTexts(
  database: DatabaseSync,
  tables: readonly string[],
  sql: string,
): ReadonlyMap<string, unknown> {
  try {
    if (!tables.every(table => isTable(database, table))) return new Map()
    const rows = database.prepare(`${sql} limit ${maxRows}`).all() as { id: string; text: unknown }[]
    return new Map(rows.map(({ id, text }) => [id, text]))
  } catch {
    return new Map()
  }
}

function toTree(
  rows: readonly Row[],
  keywords: ReadonlyMap<string, unknown>,
  notes: ReadonlyMap<string, unknown>,
): Node {
  const tagFolders = findTagFolders(rows)
  const tags = listTags(rows, tagFolders)
  const nodes = new Map<string, Node>()
  const isBookmark = ({ id, parent, guid }: Row) =>
    guid !== tagsRoot && !tagFolders.has(id) && !tagFolders.has(parent)
  const own = rows.filter(isBookmark)
  for (const row of own) {
    const { id, place, type, guid, title, uri } = row
    const note = notes.get(id)
    nodes.set(id, {
      root: roots[String(guid)],
      typeCode: type,
      type: type === 2 ? 'text/x-moz-place-container' : '',
      title,
      dateAdded: row.added,
      lastModified: row.changed,
      ...(note !== undefined && { annos: [{ name: 'bookmarkProperties/description', value: note }] }),
      ...(type === 2
        ? { children: [] }
        : { uri, tags: tags.get(place)?.join(',') ?? '', keyword: keywords.get(place) }),
    })
  }
  const root: Node = { root: 'placesRoot', children: [] }
  for (const { id, parent, guid } of own)
    if (roots[String(guid)] !== 'placesRoot') {
      const node = nodes.get(id)
      const above = nodes.get(parent)
      const list = above && above.root !== 'placesRoot' ? above.children : root.children
      // What has no folder, or one that is none, is at the top.
      if (node) (list ?? root.children)?.push(node)
    }
  addUnreached(root, nodes.values())
  const saved = new Set(own.map(row => row.place))
  for (const { place, parent, uri } of rows)
    if (tagFolders.has(parent) && !saved.has(place)) {
      saved.add(place)
      root.children?.push({ uri, tags: tags.get(place)?.join(',') })
    }
  return root
}

/** Returns the tags of places. In a tag there is no comma, which separates them in a backup. */
function listTags(rows: readonly Row[], folders: ReadonlyMap<string, string>): Map<string, string[]> {
  const tags = new Map<string, string[]>()
  for (const { parent, place } of rows) {
    const tag = folders.get(parent)
    if (!tag) continue
    const known = tags.get(place)
    if (known) known.push(tag)
    else tags.set(place, [tag])
  }
  return tags
}

/** Returns the names of the folders of tags, by their ids. */
function findTagFolders(rows: readonly Row[]): Map<string, string> {
  const top = rows.find(row => row.guid === tagsRoot)?.id
  const folders = rows.filter(row => top !== undefined && row.parent === top)
  return new Map(folders.map(({ id, title }) => [id, typeof title === 'string' ? title : '']))
}

/** Adds the links of folders that contain each other, which no other folder leads to, at the top. */
function addUnreached(root: Node, nodes: Iterable<Node>): void {
  const reached = new Set<Node>()
  const open = [root]
  for (let node = open.pop(); node; node = open.pop()) {
    if (reached.has(node)) continue
    reached.add(node)
    for (const child of node.children ?? []) open.push(child)
  }
  for (const node of nodes)
    if (!reached.has(node) && !node.children && node.root !== 'placesRoot') root.children?.push(node)
}
