import { plainLinkDefaults } from '@nestmark/contract/shapes'
import {
  bookmarkFileFooter,
  bookmarkFileHeader,
  formatFolderEnd,
  formatFolderStart,
  formatLink as linkText,
} from '@nestmark/core/bookmarkFiles/writer'
import type { Db } from '../../db/db.ts'
import { parseTags } from '../links/store.ts'
import {
  countEncryptedLeftOut,
  type ExportedFolder,
  type ExportedLink,
  foldersByParent,
  linksAfter,
  unusedTags,
} from './exportQuery.ts'

const linksAtOnce = 500

/** The library or the collection to export. */
export interface ExportOrder {
  ownerId: string
  rootId: string
  /** The owner, who gets the library; or '' for a visitor, who gets the collection and its descendants. */
  readerId: string
  /** The public URL of this server, for the pages of notes that have no address. */
  publicUrl: string
}

/**
 * Yields a bookmark file, piece by piece. The links of a library's root have no folder; a collection becomes a
 * folder.
 */
export async function* bookmarkFile(db: Db, order: ExportOrder): AsyncGenerator<string> {
  const { ownerId, rootId, readerId } = order
  const isLibrary = readerId === ownerId
  const inside = await foldersByParent(db.read, isLibrary ? order : { ...order, top: rootId })
  const self = [...inside.values()].flat().filter(each => each.id === rootId)
  const tops = isLibrary ? (inside.get(rootId) ?? []) : self
  yield isLibrary
    ? bookmarkFileHeader(
        'Nestmark',
        await unusedTags(db.read, ownerId),
        await countEncryptedLeftOut(db.read, ownerId),
      )
    : bookmarkFileHeader('Nestmark')
  if (isLibrary) yield* readLinks(db, order, { id: rootId, cover_link_id: null }, 0)
  // An explicit stack instead of recursion: a deep tree must not overflow the call stack.
  const open: { folders: ExportedFolder[]; at: number }[] = [{ folders: tops, at: 0 }]
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
    yield* readLinks(db, order, folder, depth + 1)
    open.push({ folders: inside.get(folder.id) ?? [], at: 0 })
  }
  yield bookmarkFileFooter()
}

async function* readLinks(
  db: Db,
  { readerId, publicUrl }: ExportOrder,
  collection: Pick<ExportedFolder, 'id' | 'cover_link_id'>,
  depth: number,
): AsyncGenerator<string> {
  let after: ExportedLink | undefined
  for (;;) {
    const rows = await linksAfter(db.read, readerId, collection.id, { after, limit: linksAtOnce })
    if (rows.length > 0)
      yield rows
        .map(row => linkText(toBookmark(row, collection.cover_link_id), depth, `${publicUrl}/l/${row.id}`))
        .join('')
    const last = rows.at(-1)
    if (!last || rows.length < linksAtOnce) return
    after = last
  }
}

/** Returns the other fields of a link that differ from those of a new one. */
function toExtra({ id, desc_toggle }: ExportedLink, coverId: string | null): Record<string, string> {
  return {
    ...(desc_toggle !== plainLinkDefaults.desc_toggle && { desctoggle: String(desc_toggle) }),
    ...(id === coverId && { cover: '1' }),
  }
}

/** @param coverId the link whose picture is the cover of the collection; null for none */
function toBookmark(row: ExportedLink, coverId: string | null) {
  return {
    address: row.address,
    title: row.title,
    added: row.created_at,
    changed: row.updated_at,
    tags: parseTags(row).map(tag => tag.name),
    note: row.descr,
    remark: row.note ?? '',
    category: row.category,
    subCategory: row.sub_category,
    favourite: row.is_favourite === 1,
    checklist:
      row.check_list === null ? [] : (JSON.parse(row.check_list) as { text: string; done: boolean }[]),
    image: row.picture_source ?? '',
    hasFile: row.file_bytes !== null,
    extra: toExtra(row, coverId),
  }
}
