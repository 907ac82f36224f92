import { linkFormats, type LinkFormat } from '@nestmark/core/linkFormats/linkFormats'
import { grantLinks } from '../../../access/grant.ts'
import type { Db } from '../../../db/db.ts'
import type { ExportedPart } from '../../../readers/messages.ts'
import { openEveryLink } from '../../links/sets/linkSet.ts'
import { type LinkSetPosition, readNextOfSet } from '../../links/lists/linkPageQuery.ts'
import { countPart } from '../export/exportOrder.ts'
import { exportedLinksOf, foldersByParent, plainSeqsOf } from '../export/exportQuery.ts'
import { placeFolders } from '../writing/placedFolders.ts'
import { toWrittenLink } from '../export/presentExported.ts'

/** More than are formatted at once: each page of a search searches again. */
const idsAtOnce = 5000
const linksAtOnce = 500

/** The order of a file with chosen links, or with those of a list or search. */
export interface ListOrder {
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
export async function* listFile(db: Db, order: ListOrder): AsyncGenerator<string> {
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
