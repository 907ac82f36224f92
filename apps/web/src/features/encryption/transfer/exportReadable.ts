import {
  bookmarkFileFooter,
  bookmarkFileHeader,
  formatFolderEnd,
  formatFolderStart,
  formatLink,
} from '@nestmark/core/bookmarkFiles/writer'
import { saveAsFile } from '../../../lib/api/files.ts'
import { keyRing } from '../../../lib/encryption/keyRing.ts'
import { openNote } from '../../../lib/encryption/linkTexts.ts'
import { isLocked, keyOfLink } from '../../../lib/encryption/sealedLink.ts'
import { type LibraryCollection, type LibraryLink, readCollectionsOf } from './readLibrary.ts'

/**
 * Saves the open ones of encrypted links as a bookmark file, in clear. The file is made in the browser.
 * @returns how many are locked and were left out
 * @throws Refusal
 */
export async function saveReadableFile(links: readonly LibraryLink[], name: string): Promise<number> {
  const open = links.filter(link => !isLocked(link))
  const { collections } = await readCollectionsOf(open)
  const known = new Set(collections.map(({ id }) => id))
  const linksOf = Map.groupBy(open, link => (known.has(link.parent) ? link.parent : null))
  const childrenOf = Map.groupBy(collections, ({ parent }) => parent)
  const pieces = [bookmarkFileHeader('Nestmark'), ...(await formatLinks(linksOf.get(null), 0))]
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
    pieces.push(...(await formatLinks(linksOf.get(folder.id), depth + 1)))
    stack.push({ folders: childrenOf.get(folder.id) ?? [], at: 0 })
  }
  pieces.push(bookmarkFileFooter())
  saveAsFile(new Blob(pieces, { type: 'text/html' }), `${name}-${new Date().toISOString().slice(0, 10)}.html`)
  return links.length - open.length
}

function formatLinks(links: readonly LibraryLink[] = [], depth: number): Promise<string[]> {
  return Promise.all(
    links.map(async link =>
      formatLink(
        {
          address: link.link,
          title: link.name,
          note: link.desc,
          added: link.create_date,
          changed: link.update_date,
          tags: link.tags.map(tag => tag.name),
          category: link.category,
          subCategory: link.subCategory,
          favourite: link.favourite === 1,
          remark: await readNote(link),
          checklist: link.check_list,
        },
        depth,
        `${location.origin}/l/${link._id}`,
      ),
    ),
  )
}

async function readNote(link: LibraryLink): Promise<string> {
  const key = link.note ? await keyRing.open(keyOfLink(link) ?? '') : null
  return key && link.note ? ((await openNote(key, link._id, link.note)) ?? '') : ''
}
