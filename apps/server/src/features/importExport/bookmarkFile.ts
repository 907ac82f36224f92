import {
  bookmarkFileFooter,
  bookmarkFileHeader,
  formatFolderEnd,
  formatFolderStart,
  formatLink as linkText,
} from '@nestmark/core/bookmarkFiles/writer'
import type { Db } from '../../db/db.ts'
import { type ListedLink, parseTags } from '../links/store.ts'
import { type ExportedFolder, foldersByParent, linksAfter } from './exportQuery.ts'

const linksAtOnce = 500

/** Yields the bookmark file of a person's library, piece by piece. */
export async function* bookmarkFile(db: Db, ownerId: string, rootId: string): AsyncGenerator<string> {
  const inside = await foldersByParent(db.read, ownerId)
  yield bookmarkFileHeader('Nestmark')
  yield* readLinks(db, ownerId, rootId, 0)
  // An explicit stack instead of recursion: a deep tree must not overflow the call stack.
  const open: { folders: ExportedFolder[]; at: number }[] = [{ folders: inside.get(rootId) ?? [], at: 0 }]
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const folder = top.folders[top.at++]
    const depth = open.length - 1
    if (!folder) {
      open.pop()
      if (depth > 0) yield formatFolderEnd(depth - 1)
      continue
    }
    yield formatFolderStart(
      {
        name: folder.name,
        note: folder.descr,
        added: folder.created_at,
        changed: folder.updated_at,
        favourite: folder.fav === 1,
      },
      depth,
    )
    yield* readLinks(db, ownerId, folder.id, depth + 1)
    open.push({ folders: inside.get(folder.id) ?? [], at: 0 })
  }
  yield bookmarkFileFooter()
}

async function* readLinks(
  db: Db,
  ownerId: string,
  collectionId: string,
  depth: number,
): AsyncGenerator<string> {
  let after: ListedLink | undefined
  for (;;) {
    const rows = await linksAfter(db.read, ownerId, collectionId, { after, most: linksAtOnce })
    if (rows.length > 0) yield rows.map(row => linkText(toBookmark(row), depth)).join('')
    const last = rows.at(-1)
    if (!last || rows.length < linksAtOnce) return
    after = last
  }
}

function toBookmark(row: ListedLink) {
  return {
    address: row.address,
    title: row.title,
    added: row.created_at,
    changed: row.updated_at,
    tags: parseTags(row).map(tag => tag.name),
    note: row.descr,
    category: row.category,
    subCategory: row.sub_category,
    favourite: row.is_favourite === 1,
    checklist:
      row.check_list === null ? [] : (JSON.parse(row.check_list) as { text: string; done: boolean }[]),
    image: row.picture_source ?? '',
  }
}
