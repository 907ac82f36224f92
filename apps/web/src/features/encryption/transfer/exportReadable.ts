import type { BookmarkItem } from '@nestmark/core/bookmarkFiles/events'
import {
  bookmarkFileFooter,
  bookmarkFileHeader,
  formatFolderEnd,
  formatFolderStart,
  formatLink,
} from '@nestmark/core/bookmarkFiles/writer'
import { envelopeKeyId } from '@nestmark/core/encryptedText'
import { saveAsFile } from '../../../lib/api/files.ts'
import { keyRing } from '../../../lib/encryption/keyRing.ts'
import { openLinkTexts, openNote } from '@nestmark/client/encryption/linkTexts'
import { type LibraryCollection, type LibraryLink, readCollectionsOf } from './readLibrary.ts'

/**
 * Saves the open ones of encrypted links as a bookmark file, in plain text. The file is made in the browser.
 * @returns how many are locked and were left out
 * @throws Refusal
 */
export async function saveReadableFile(links: readonly LibraryLink[], name: string): Promise<number> {
  const open: { link: LibraryLink; item: BookmarkItem }[] = []
  for (const link of links) {
    const item = await openItem(link)
    if (item) open.push({ link, item })
  }
  const { collections } = await readCollectionsOf(open.map(({ link }) => link))
  const known = new Set(collections.map(({ id }) => id))
  const linksOf = Map.groupBy(open, ({ link }) => (known.has(link.parent) ? link.parent : null))
  const formatLinks = (id: string | null, depth: number) =>
    (linksOf.get(id) ?? []).map(({ link, item }) =>
      formatLink(item, depth, `${location.origin}/l/${link._id}`),
    )
  const childrenOf = Map.groupBy(collections, ({ parent }) => parent)
  const pieces = [bookmarkFileHeader('Nestmark'), ...formatLinks(null, 0)]
  // A stack instead of recursion: a tree has up to 10,000 levels.
  const stack: { folders: LibraryCollection[]; at: number }[] = [
    { folders: childrenOf.get(null) ?? [], at: 0 },
  ]
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const folder = top.folders[top.at++]
    const depth = stack.length - 1
    if (!folder) {
      stack.pop()
      if (depth > 0) pieces.push(formatFolderEnd(depth - 1))
      continue
    }
    pieces.push(formatFolderStart({ name: folder.name }, depth))
    pieces.push(...formatLinks(folder.id, depth + 1))
    stack.push({ folders: childrenOf.get(folder.id) ?? [], at: 0 })
  }
  pieces.push(bookmarkFileFooter())
  saveAsFile(new Blob(pieces, { type: 'text/html' }), `${name}-${new Date().toISOString().slice(0, 10)}.html`)
  return links.length - open.length
}

/** Opens a link for the file; null when its key is not in this browser. */
async function openItem(link: LibraryLink): Promise<BookmarkItem | null> {
  const key = await keyRing.open(envelopeKeyId(link.name) ?? '')
  const texts = key && (await openLinkTexts(key, link._id, link))
  if (!key || !texts) return null
  return {
    address: texts.link,
    title: texts.name,
    note: texts.desc,
    added: link.create_date,
    changed: link.update_date,
    tags: link.tags.map(tag => tag.name),
    category: link.category,
    subCategory: link.subCategory,
    favourite: link.favourite === 1,
    remark: link.note ? ((await openNote(key, link._id, link.note)) ?? '') : '',
    checklist: texts.check_list,
  }
}
