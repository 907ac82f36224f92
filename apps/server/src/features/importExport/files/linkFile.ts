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
  tagNames,
  exportedLinksOf,
  plainSeqsOf,
} from '../export/exportQuery.ts'
import { countPart } from '../export/exportOrder.ts'
import { type PlacedFolder, placeFolders } from '../writing/placedFolders.ts'
import { toLibraryCollection, toWrittenLink } from '../export/presentExported.ts'
import { grantLinks } from '../../../access/grant.ts'
import { openEveryLink } from '../../links/sets/linkSet.ts'
import { type LinkSetPosition, readNextOfSet } from '../../links/lists/linkPageQuery.ts'

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
      tags: await tagNames(db.read, ownerId, true),
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

/** More than are formatted at once: each page of a search searches again. */
const idsAtOnce = 5000
const linksAtOnce = 500

/** The order of a file with chosen links, or with those of a list or search. */
interface ListOrder {
  rootId: string
  publicUrl: string
  at?: number
  format?: LinkFormat
  part: ExportedPart
}

/**
 * Yields a file with a list of links, the oldest first, without collections. Links of the reader's library have their path,
 * those of others the name of their collection.
 * @throws Refused 'links.notFound', 'collections.notFound', …: what the reader may not read any more
 */
async function* listFile(db: Db, order: ListOrder): AsyncGenerator<string> {
  const { publicUrl, at = 0, part, format = 'html' } = order
  const { personId, rootId } = part.actor
  const own = await foldersByParent(db.read, { ownerId: personId, readerId: personId })
  const placed = placeFolders(own, rootId)
  const { encrypted } = await countPart(db.read, order)
  const writer = linkFormats[format].open({
    title: part.title,
    server: publicUrl,
    at,
    collections: [],
    encrypted,
  })
  yield writer.start()
  for await (const seqs of readPartSeqs(db, order))
    for (let from = 0; from < seqs.length; from += linksAtOnce) {
      const rows = await exportedLinksOf(db.read, personId, seqs.slice(from, from + linksAtOnce))
      yield rows
        .map(row => {
          const name = row.collection_id === rootId ? [] : [row.collection_name]
          const path = placed.get(row.collection_id)?.path ?? name
          return writer.link(toWrittenLink(row, { collection: null, path, coverId: null, publicUrl }), 0)
        })
        .join('')
    }
  yield writer.end()
}

/**
 * Yields the sequence numbers of the links of a part in plain text, the oldest first, some thousand at a time.
 * @throws Refused as `listFile`
 */
export async function* readPartSeqs(
  db: Pick<Db, 'read'>,
  { part: { actor, ids = [], set: wanted }, at = 0 }: Pick<ListOrder, 'part' | 'at'>,
): AsyncGenerator<number[]> {
  if (!wanted) {
    await grantLinks(db.read, actor, 'links.export', ids)
    yield await plainSeqsOf(db.read, ids)
    return
  }
  const set = await openEveryLink(db.read, actor, wanted.every, at)
  const leftOut = new Set(wanted.except)
  let after: LinkSetPosition | undefined
  for (;;) {
    const rows = await readNextOfSet(db.read, set, { upTo: Number.MAX_SAFE_INTEGER, after, limit: idsAtOnce })
    yield rows.filter(row => !leftOut.has(row.id)).map(row => row.seq)
    const last = rows.at(-1)
    if (!last || rows.length < idsAtOnce) return
    after = { createdAt: last.created_at, seq: last.seq }
  }
}
