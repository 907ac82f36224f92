import type { LinkWriter } from '@nestmark/core/linkFormats/linkFile'
import { type LinkFormat, linkFormats } from '@nestmark/core/linkFormats/linkFormats'
import type { Db } from '../../../db/db.ts'
import type { ExportedPart } from '../../../readers/messages.ts'
import {
  countEncryptedLeftOut,
  type ExportedFolder,
  foldersByParent,
  isLibraryRoot,
  linksOfCollection,
  unusedTags,
} from '../export/exportQuery.ts'
import { countPart } from '../export/exportOrder.ts'
import { listFile } from './linkListFile.ts'
import { type PlacedFolder, placeFolders } from '../writing/placedFolders.ts'
import { toLibraryCollection, toWrittenLink } from '../export/presentExported.ts'

/** The library or the part of one to export. */
export interface LinkFileOrder {
  ownerId: string
  /** The root of a library, or a collection. */
  rootId: string
  /** Whose marks and notes the file has: the owner, a member, or '' for a visitor. */
  readerId: string
  /** The public URL of this server, for the pages of notes that have no address. */
  publicUrl: string
  /** In milliseconds since 1970. */
  at?: number
  format?: LinkFormat
  part?: ExportedPart
}

/**
 * Yields a file of links, piece by piece. The links of a library's root have no folder; a collection becomes a folder with
 * its descendants. Encrypted links are left out.
 */
export async function* linkFile(db: Db, order: LinkFileOrder): AsyncGenerator<string> {
  const { part } = order
  if (part?.ids || part?.set) yield* listFile(db, { ...order, part })
  else yield* treeFile(db, order)
}

async function* treeFile(db: Db, order: LinkFileOrder): AsyncGenerator<string> {
  const { ownerId, rootId, readerId, publicUrl, at = 0, part } = order
  const isLibrary = await isLibraryRoot(db.read, rootId)
  const isOwn = ownerId === readerId
  const isWhole = isOwn && isLibrary && part?.isFlat !== true
  const found = await foldersByParent(db.read, isLibrary ? order : { ...order, top: rootId })
  const self = [...found.values()].flat().filter(each => each.id === rootId)
  // What is above the file: the root, or the parent of the collection.
  const topId = isLibrary ? rootId : (self[0]?.parent_id ?? '')
  const inside = part?.isFlat ? new Map([[topId, isLibrary ? [] : self]]) : new Map(found)
  if (!isLibrary) inside.set(topId, self)
  const placed = placeFolders(inside, topId)
  const writer = linkFormats[order.format ?? 'html'].open({
    title: 'Nestmark',
    server: publicUrl,
    at,
    collections: [...placed.values()].map(folder => toLibraryCollection(folder, topId)),
    ...(isWhole && {
      tags: await unusedTags(db.read, ownerId),
      encrypted: await countEncryptedLeftOut(db.read, ownerId),
    }),
    ...(!isWhole && part && { encrypted: (await countPart(db.read, order)).encrypted }),
  })
  yield writer.start()
  if (isLibrary) yield* readLinks(db, order, writer, null)
  // An explicit stack instead of recursion: a deep tree must not overflow the call stack.
  const open: { folders: readonly ExportedFolder[]; at: number }[] = [
    { folders: inside.get(topId) ?? [], at: 0 },
  ]
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const folder = placed.get(top.folders[top.at++]?.id ?? '')
    const depth = open.length - 1
    if (!folder) {
      open.pop()
      if (depth > 0) yield writer.folderEnd(depth - 1)
      continue
    }
    yield writer.folder(toLibraryCollection(folder, topId), depth)
    yield* readLinks(db, order, writer, folder, depth + 1)
    open.push({ folders: inside.get(folder.id) ?? [], at: 0 })
  }
  yield writer.end()
}

/** Yields the links directly in a collection. @param folder null for the root of the library */
async function* readLinks(
  db: Db,
  { rootId, readerId, publicUrl }: LinkFileOrder,
  writer: LinkWriter,
  folder: PlacedFolder | null,
  depth = 0,
): AsyncGenerator<string> {
  const place = {
    collection: folder?.id ?? null,
    path: folder?.path ?? [],
    coverId: folder?.cover_link_id ?? null,
    publicUrl,
  }
  for await (const rows of linksOfCollection(db.read, readerId, folder?.id ?? rootId))
    yield rows.map(row => writer.link(toWrittenLink(row, place), depth)).join('')
}
