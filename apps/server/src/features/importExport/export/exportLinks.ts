import * as contract from '@nestmark/contract/transfer/linkExport'
import { linkFormats } from '@nestmark/core/linkFormats/linkFormats'
import * as feedContract from '@nestmark/contract/feeds'
import { toFeedsOpml } from '@nestmark/core/feedsOpml'
import { Readable } from 'node:stream'
import * as importExportContract from '@nestmark/contract/transfer/importExport'
import { limits } from '@nestmark/core/limits'
import { action, libraryRead } from '../../../calls/action.ts'
import { FileReply } from '../../../calls/replies.ts'
import type { CallWith } from '../../../services.ts'
import { toExportOrder, countPart } from './exportOrder.ts'
import { refuse } from '../../../access/refuse.ts'
import { foldersByParent } from './exportQuery.ts'
import { placeFolders } from '../writing/placedFolders.ts'
import { findListedFeeds } from '../../feeds/feeds.ts'
import { presentFeeds } from '../../feeds/present.ts'
import { classifyDatabaseError } from '../../../db/databaseErrors.ts'
import { claimExport } from '../store.ts'

/**
 * Streams a file with the links of a collection, a list, a search or a selection. A reader thread produces it; memory does
 * not grow with the number of links.
 */
export const exportLinks = action(contract.exportLinks, async (call: CallWith<'readers'>, input) => {
  const { format } = input
  const order = await toExportOrder(call, input)
  const { ending, type } = linkFormats[format]
  const file = await call.services.readers.open({ ...order, format }, call.actor.personId)
  return new FileReply(file, `nestmark-links.${ending}`, `${type}; charset=utf-8`)
})

/** Returns how many links a file of this part of the library would have, how many it leaves out, and how many articles a book has. */
export const countExport = action(contract.countExport, libraryRead, async (call, input) => {
  return countPart(call.services.db.read, await toExportOrder(call, input))
})

/**
 * Returns an OPML file with the feeds of a collection, whose name is the outermost folder, or with those that the caller
 * added, in folders by collection. A collection of somebody else is a folder at the top then. The limit of feeds keeps
 * the file small.
 * @throws Refused 'collections.notFound', 'collections.readOnly', 'collections.inTrash'
 */
export const exportFeeds = action(feedContract.exportFeeds, async (call, input) => {
  const { actor, services } = call
  const { feeds: stored, collection } = await findListedFeeds(call, input)
  if (collection && collection.trashed_by !== null) refuse('collections.inTrash')
  const db = services.db.read
  const feeds = await presentFeeds(db, actor, stored)
  const { id: top, owner_id: ownerId } = collection ?? { id: actor.rootId, owner_id: actor.personId }
  const placed = placeFolders(await foldersByParent(db, { ownerId, readerId: actor.personId, top }), top)
  // The root has no name.
  const above = collection === undefined || collection.parent_id === null ? [] : [collection.name]
  const toPath = (folder: (typeof feeds)[number]['folder']) =>
    folder === null || folder._id === top
      ? above
      : [...above, ...(placed.get(folder._id)?.path ?? [folder.name])]
  const written = feeds.map(({ folder, ...feed }) => ({ ...feed, path: toPath(folder) }))
  return new FileReply(
    Readable.from([toFeedsOpml(written, services.now())]),
    'nestmark-feeds.opml',
    'text/x-opml; charset=utf-8',
  )
})

/** The minimum interval between two exports of one kind of a person, in milliseconds. */
export const exportPauseMs = limits.exportPause * 1000

/** Allows an export on a read-only database: it is needed most when the disk is full. */
export function unlessReadOnly(error: unknown): null {
  const trouble = classifyDatabaseError(error)
  if (trouble === 'full' || trouble === 'readOnly') return null
  throw error
}

/**
 * Streams the caller's own library as a bookmark file. A reader thread produces it; memory does not grow with the
 * library.
 */
export const exportBookmarks = action(
  importExportContract.exportBookmarks,
  async ({ actor, services: { db, now, readers } }: CallWith<'readers'>) => {
    const { personId, rootId } = actor
    // Opened before the claim, so that a busy server does not use up the caller's export.
    const file = await readers.open(
      { file: 'links', ownerId: personId, rootId, readerId: personId },
      personId,
    )
    try {
      const last = await db.write(tx => claimExport(tx, personId, now(), exportPauseMs)).catch(unlessReadOnly)
      if (last !== null)
        refuse('transfer.exportedRecently', { retryAfter: Math.ceil((last + exportPauseMs - now()) / 1000) })
    } catch (error) {
      file.destroy()
      throw error
    }
    return new FileReply(file, 'nestmark.html', 'text/html; charset=utf-8')
  },
)
