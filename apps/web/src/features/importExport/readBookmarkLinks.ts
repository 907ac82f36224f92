import { readPieces } from '../../lib/encryption/readPieces.ts'
import type { LinkRead } from '@nestmark/core/bookmarkFiles/events'
import { fitLink, shorten } from '@nestmark/core/bookmarkFiles/fitLink'
import { limits } from '@nestmark/core/limits'
import { toBase64url } from '@nestmark/encryption/bytes'
import type { LinkTexts } from '@nestmark/client/encryption/linkTexts'
import type { Import, ImportTarget } from '../encryption/transfer/importLinks.ts'

/** A folder of a bookmark file. Folders of one name in the same folder are one. */
interface BookmarkFolder {
  _id: string
  name: string
  parent: string | null
}

export interface BookmarkLink {
  /** The same each time the file is read, so that a repeated import saves no link twice. */
  _id: string
  parent: string | null
  category: number
  subCategory: string | null
  tags: string[]
  created?: number
  favourite?: 1
  texts: LinkTexts
  note: string
}

/** What a bookmark file contains. */
export interface BookmarkLinks {
  folders: BookmarkFolder[]
  links: BookmarkLink[]
  /** Entries without a usable address, or that are only a file. */
  skipped: number
  /** Highlights, which are not imported: encrypted ones belong to a link that exists. */
  highlights: number
  /** Links of which something exceeds the limits. */
  shortened: number
}

/** Reads a bookmark file in the browser, for an import that is encrypted here; null when it is no bookmark file. */
export async function readBookmarkLinks(file: Blob): Promise<BookmarkLinks | null> {
  const folders = new Map<string, BookmarkFolder>()
  const links = new Map<string, BookmarkLink>()
  const shortened = new Set<string>()
  let [skipped, highlights] = [0, 0]
  // Loaded for a file only: the readers of all formats are large.
  const { readAnyBookmarkFile } = await import('@nestmark/core/bookmarkFormats/formats')
  const open: string[] = []
  const options = { now: Date.now(), maxAddressLength: limits.address }
  for await (const event of readAnyBookmarkFile(readPieces(file.stream()), options)) {
    if (event.kind === 'folder') {
      const name = shorten(event.name || 'Untitled', limits.collectionName)
      const parent = open.at(-1) ?? null
      const _id = `${parent ?? ''}/${name}`
      open.push(_id)
      folders.set(_id, { _id, name, parent })
    } else if (event.kind === 'folderEnd') open.pop()
    else if (event.kind === 'link' && !(event.hasFile && event.address === '')) {
      const parent = open.at(-1) ?? null
      const _id = await toId(parent, event)
      highlights += event.highlights?.length ?? 0
      links.set(
        _id,
        toLink(event, { _id, parent }, () => shortened.add(_id)),
      )
    } else if (event.kind === 'link' || event.kind === 'leftOut' || event.kind === 'bad') skipped += 1
    else if (event.kind === 'page') highlights += event.highlights.length
    else if (event.kind === 'end' && event.verdict === 'notBookmarks') return null
  }
  return {
    folders: [...folders.values()],
    links: [...links.values()],
    skipped,
    highlights,
    shortened: shortened.size,
  }
}

/** Returns the import of a bookmark file. @param keepsFolders otherwise all links are saved in the target itself */
export const toImport = (
  { folders, links }: BookmarkLinks,
  target: ImportTarget,
  keepsFolders: boolean,
): Import<BookmarkLink> => ({
  ...target,
  collections: keepsFolders ? folders : [],
  links,
  open: ({ texts, note }) => Promise.resolve({ texts, note }),
})

function toLink(
  read: LinkRead,
  ids: Pick<BookmarkLink, '_id' | 'parent'>,
  onShortened: () => void,
): BookmarkLink {
  const { title, desc, note, category, subCategory, tags, checklist } = fitLink(
    { ...read, tags: [...read.tags, ...(read.otherFolders ?? [])] },
    onShortened,
  )
  return {
    ...ids,
    category,
    // The server stores it of notes only.
    subCategory: category === 4 && (subCategory?.length ?? 0) <= 8 ? subCategory : null,
    tags: tags.filter(tag => tag.trim() !== ''),
    ...(read.added !== null && { created: read.added }),
    ...(read.favourite && { favourite: 1 as const }),
    texts: { name: title, desc, link: read.address, thumbnail: '', check_list: checklist },
    note,
  }
}

/** Returns the id of a link: what a person sees of it, and its folder. */
async function toId(parent: string | null, { title, address, note }: LinkRead): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([parent, address, title, address === '' ? note : '']))
  return toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).slice(0, 16))
}
