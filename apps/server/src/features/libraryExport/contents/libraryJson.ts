import { assertDefined } from '@nestmark/core/assertDefined'
import { libraryFormat, librarySchemaPath, libraryVersion } from '@nestmark/core/libraryFile/format'
import type { LibraryForeignLink, LibraryHead } from '@nestmark/core/libraryFile/schema'
import type { Db, Queries } from '../../../db/db.ts'
import { readRun } from '../../brokenLinks/checkStore.ts'
import { listFeedsOf } from '../../feeds/store.ts'
import { readAllPages } from '../../highlights/importing/highlightFile.ts'
import { foldersByParent, linksOfCollection, tagNames } from '../../importExport/export/exportQuery.ts'
import { type PlacedFolder, placeFolders } from '../../importExport/writing/placedFolders.ts'
import { selectRules } from '../../rules/store.ts'
import { selectSavedSearches } from '../../search/savedStore.ts'
import { findPerson } from '../../session/store.ts'
import { findUser } from '../../session/userStore.ts'
import { exportedFilesOf } from './exportedFileQuery.ts'
import {
  type ForeignLinkRow,
  listForeignLinks,
  listPastImports,
  readLinkExtras,
  readSharing,
  readSites,
  shortCodesOfCollections,
} from './libraryDataQuery.ts'
import {
  toCollection,
  toFeed,
  toFiles,
  toLink,
  toPage,
  toPastImport,
  toRule,
  toSavedSearch,
  toSettings,
} from './presentLibrary.ts'

/** The library to export. */
export interface LibraryOrder {
  ownerId: string
  rootId: string
  publicUrl: string
  /** In milliseconds since 1970. */
  at?: number
}

/**
 * Yields nestmark.json, piece by piece: a line for each collection, each link, and each page with highlights.
 * core/libraryFile/schema.ts declares it, docs/formats.md describes it.
 */
export async function* libraryJson(db: Db, order: LibraryOrder): AsyncGenerator<string> {
  const { ownerId, rootId } = order
  const folders = placeFolders(await foldersByParent(db.read, { ownerId, readerId: ownerId }), rootId)
  yield JSON.stringify(await readHead(db.read, order)).slice(0, -1)
  yield* list('collections', readCollections(db, order, folders))
  yield* list('links', readLinks(db, order, folders))
  yield* list('feeds', await listFeedsOf(db.read, { ownerId }), feed => toFeed(feed, rootId))
  yield* list('highlights', readPages(db, ownerId))
  yield* list('on_links_of_others', await listForeignLinks(db.read, ownerId), toForeignLink)
  yield '}\n'
}

/** Yields a field with a list, a line for each of its items. */
async function* list<Item>(
  name: string,
  items: AsyncIterable<Item> | Iterable<Item>,
  present: (item: Item) => unknown = item => item,
): AsyncGenerator<string> {
  yield `,\n"${name}":[`
  let before = '\n'
  for await (const item of items) {
    yield before + JSON.stringify(present(item))
    before = ',\n'
  }
  yield '\n]'
}

async function readHead(
  db: Queries,
  { ownerId, rootId, publicUrl, at = 0 }: LibraryOrder,
): Promise<LibraryHead> {
  const person = assertDefined(await findPerson(db, ownerId), 'person')
  const feeds = new Map((await listFeedsOf(db, { personId: ownerId })).map(feed => [feed.id, feed.address]))
  const { name, email } = assertDefined(await findUser(db, ownerId), 'user')
  return {
    // First, because readers recognise the file by it.
    format: libraryFormat,
    version: libraryVersion,
    $schema: `${publicUrl}${librarySchemaPath}`,
    server: publicUrl,
    exported_at: at,
    owner: { name, email },
    settings: toSettings(person, await readRun(db, ownerId)),
    tags: await tagNames(db, ownerId),
    searches: (await selectSavedSearches(db, ownerId)).map(toSavedSearch),
    rules: (await selectRules(db, ownerId)).map(row => toRule(row, id => feeds.get(id), rootId)),
    imports: (await listPastImports(db, ownerId)).map(toPastImport),
  }
}

async function* readCollections(
  db: Db,
  { ownerId, rootId, publicUrl, at = 0 }: LibraryOrder,
  folders: ReadonlyMap<string, PlacedFolder>,
) {
  const sharing = await readSharing(db.read, ownerId, at)
  const sites = await readSites(db.read, ownerId)
  const codes = await shortCodesOfCollections(db.read, ownerId)
  for (const folder of folders.values())
    yield toCollection(folder, {
      rootId,
      publicUrl,
      sharing: sharing.get(folder.id),
      site: sites.get(folder.id),
      code: codes.get(folder.id),
    })
}

async function* readLinks(
  db: Db,
  { ownerId, rootId, publicUrl }: LibraryOrder,
  folders: ReadonlyMap<string, PlacedFolder>,
) {
  for (const id of [rootId, ...folders.keys()]) {
    const path = folders.get(id)?.path ?? []
    for await (const rows of linksOfCollection(db.read, ownerId, id, { withEncrypted: true })) {
      const ids = rows.map(row => row.id)
      const extras = await readLinkExtras(db.read, ownerId, ids)
      const files = Map.groupBy(await exportedFilesOf(db.read, ids), file => file.link_id)
      for (const row of rows)
        yield toLink(row, {
          collection: id === rootId ? null : id,
          publicUrl,
          extras,
          files: toFiles(files.get(row.id), path),
        })
    }
  }
}

async function* readPages(db: Db, ownerId: string) {
  for await (const page of readAllPages(db, ownerId)) yield toPage(page)
}

const toForeignLink = ({ note, is_favourite: mark, ...link }: ForeignLinkRow): LibraryForeignLink => ({
  ...link,
  favourite: mark === 1,
  private_note: note ?? '',
})
