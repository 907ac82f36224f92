import { toFeedsOpml } from '@nestmark/core/feedsOpml'
import { Readable } from 'node:stream'
import { type Call, FileReply } from '../../http/implement.ts'
import { foldersByParent } from './exportQuery.ts'
import { placeFolders } from './placedFolders.ts'
import { presentFeeds } from '../feeds/present.ts'
import { listFeedsOf } from '../feeds/store.ts'

/**
 * Returns an OPML file with the feeds that the caller added, in folders by collection. A collection of somebody else is
 * a folder at the top. The limit of feeds keeps the file small.
 */
export async function exportFeeds({ actor, services: { db, now } }: Call): Promise<FileReply> {
  const { personId, rootId } = actor
  const stored = await listFeedsOf(db.read, { personId })
  const feeds = await presentFeeds(db.read, actor, stored)
  const own = { ownerId: personId, readerId: personId }
  const placed = placeFolders(await foldersByParent(db.read, own), rootId)
  const toPath = (folder: (typeof feeds)[number]['folder']) =>
    folder === null || folder._id === rootId ? [] : (placed.get(folder._id)?.path ?? [folder.name])
  const written = feeds.map(({ folder, ...feed }) => ({ ...feed, path: toPath(folder) }))
  return new FileReply(
    Readable.from([toFeedsOpml(written, now())]),
    'nestmark-feeds.opml',
    'text/x-opml; charset=utf-8',
  )
}
