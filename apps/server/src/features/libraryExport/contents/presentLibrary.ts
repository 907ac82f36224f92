import type { HighlightPage } from '@nestmark/contract/reading/highlights'
import type { ImportReport } from '@nestmark/contract/transfer/importExport'
import type { UserData } from '@nestmark/contract/session'
import type {
  LibraryCollection,
  LibraryCopy,
  LibraryFeed,
  LibraryFileEntry,
  LibraryImport,
  LibraryLink,
  LibraryPage,
  LibraryRule,
  LibrarySearch,
  LibrarySettings,
  LibrarySharing,
} from '@nestmark/core/libraryFile/schema'
import type { Selectable } from 'kysely'
import type { CopyVersionRow } from '../../../db/tables/copyTables.ts'
import type { PersonRow, SavedSearchRow } from '../../../db/tables/tables.ts'
import type { CheckRun } from '../../brokenLinks/checkStore.ts'
import type { Feed } from '../../feeds/store.ts'
import type { ExportedLink } from '../../importExport/export/exportQuery.ts'
import type { PlacedFolder } from '../../importExport/writing/placedFolders.ts'
import { readContent, type StoredRule } from '../../rules/store.ts'
import { toLibraryCollection, toLibraryLink } from '../../importExport/export/presentExported.ts'
import type { ExportedFile } from './exportedFileQuery.ts'
import { toExportedPath } from './exportedPath.ts'
import type { LinkExtras } from './libraryDataQuery.ts'

/** Returns the settings of a person by their words. @param check the last check of their links, which has its schedule */
export function toSettings(person: Selectable<PersonRow>, check: CheckRun): LibrarySettings {
  const { theme, view_links: links, clipboard_access: clipboard } = person
  return {
    theme: theme === 1 ? 'dark' : theme === 2 ? 'system' : 'light',
    view_links: links === 2 ? 'list' : links === 3 ? 'mosaic' : 'grid',
    view_collections: person.view_folders === 3 ? 'compact' : 'detailed',
    load_players: person.load_links === (2 satisfies UserData['load_links']) ? 'hover' : 'click',
    clipboard: clipboard === null ? null : clipboard === 1,
    daily_email: person.digest === 1,
    keep_copies: person.keep_copies,
    check_links: check.schedule,
  }
}

/** Returns an entry of the history of imports. */
export function toPastImport(row: { finished_at: number; report: string }): LibraryImport {
  const { links, folders, skipped, shortened } = JSON.parse(row.report) as ImportReport
  return { at: row.finished_at, links, collections: folders, skipped, shortened }
}

/** Returns a saved search. */
export const toSavedSearch = (row: SavedSearchRow): LibrarySearch => ({
  name: row.name,
  input: row.input,
  type: row.type,
  category: row.category,
  order: row.by_date,
  created_at: row.created_at,
})

/** Returns a feed. @param rootId the collection of links outside of all */
export const toFeed = (row: Feed, rootId: string): LibraryFeed => ({
  collection: row.collection_id === rootId ? null : row.collection_id,
  address: row.address,
  title: row.title,
  tag: row.tag,
  created_at: row.created_at,
})

/**
 * Returns a rule.
 * @param addressOf returns the address of a feed by its id
 * @param rootId the collection of links outside of all
 */
export function toRule(
  row: StoredRule,
  addressOf: (feed: string) => string | undefined,
  rootId: string,
): LibraryRule {
  const { conditions, actions } = readContent(row)
  const { feed, ...others } = conditions
  const { tags, collection, ...more } = actions
  return {
    active: row.active === 1,
    conditions: { ...others, ...(feed !== undefined && { feed: addressOf(feed) ?? '' }) },
    actions: {
      ...more,
      ...(tags && { tags: [...tags] }),
      ...(collection !== undefined && { collection: collection === rootId ? null : collection }),
    },
    created_at: row.created_at,
  }
}

/** What is known about a collection besides its row. */
interface CollectionContext {
  rootId: string
  publicUrl: string
  sharing: Pick<LibrarySharing, 'people' | 'invitations'> | undefined
  /** Its domain and its white label. */
  site: Pick<LibrarySharing, 'domain' | 'look'> | undefined
  /** The code of its short address. */
  code: string | undefined
}

/** Returns a collection as nestmark.json has it. */
export function toCollection(
  folder: PlacedFolder,
  { rootId, publicUrl, sharing, site, code }: CollectionContext,
): LibraryCollection {
  const isPublic = folder.read_level === 3
  const takesSuggestions = folder.enable_sugg === 1
  return {
    ...toLibraryCollection(folder, rootId),
    ...(folder.enc_id !== null && { enc_id: folder.enc_id, hide_tags: folder.hide_tags === 1 }),
    ...((sharing !== undefined || site !== undefined || isPublic || takesSuggestions) && {
      sharing: {
        public: isPublic,
        suggestions: takesSuggestions,
        people: sharing?.people ?? [],
        invitations: sharing?.invitations ?? [],
        ...site,
      },
    }),
    ...(code !== undefined && { short_address: `${publicUrl}/s/${code}` }),
  }
}

/** What is known about a link besides its row. */
interface LinkContext {
  /** The id of its collection; null at the top level. */
  collection: string | null
  publicUrl: string
  extras: LinkExtras
  files: LibraryFileEntry[]
}

/** Returns a link as nestmark.json has it. */
export function toLink(
  row: ExportedLink,
  { collection, publicUrl, extras, files }: LinkContext,
): LibraryLink {
  const { id } = row
  const code = extras.codes.get(id)
  const keep = extras.keeps.get(id)
  const versions = extras.versions.get(id)
  const place = extras.places.get(id)
  return {
    ...(row.key_id === null ? toLibraryLink(row, collection) : toSealedLink(row, row.key_id, collection)),
    ...(code !== undefined && { short_address: `${publicUrl}/s/${code}` }),
    ...(keep !== undefined && { keep_copies: keep }),
    ...(versions !== undefined && { copies: versions.map(toCopy) }),
    ...(place !== undefined && {
      reading: { version: place.version, offset: place.char_offset, at: place.read_at },
    }),
    files,
  }
}

/** Returns an encrypted link: its texts, its checklist and its picture are envelopes. */
function toSealedLink(row: ExportedLink, key: string, collection: string | null): LibraryLink {
  return {
    ...toLibraryLink({ ...row, check_list: null }, collection),
    encrypted_with: key,
    encrypted_checklist: row.check_list ?? '',
    encrypted_picture: row.sealed_picture ?? '',
  }
}

const toCopy = (row: CopyVersionRow): LibraryCopy => ({
  number: row.number,
  saved_at: row.kept_at,
  mode: row.mode,
  kind: row.kind,
  title: row.title,
  byline: row.byline,
  site_name: row.site_name,
  language: row.lang,
  direction: row.dir,
  words: row.words,
  published_at: row.published_at,
  pictures_wanted: row.pictures_wanted,
  pictures_kept: row.pictures_kept,
  digest: row.digest,
})

/** Returns the files of a link. @param folders the names of its collections, the outermost first */
export function toFiles(
  files: readonly ExportedFile[] = [],
  folders: readonly string[] = [],
): LibraryFileEntry[] {
  return files.map(file => ({
    kind: file.kind,
    number: file.position,
    name: file.name,
    media_type: file.media_type,
    path: toExportedPath(file, folders),
    saved_at: file.at,
    // The envelope of its key, name and type.
    ...(file.sealed !== null && { sealed: file.sealed }),
  }))
}

/** Returns the highlights of a page; those of an encrypted link are envelopes. */
export function toPage({ link, enc, saved, data }: HighlightPage): LibraryPage {
  return {
    address: link,
    ...(enc === 1 && saved && { encrypted_link: saved._id }),
    title: data.title,
    highlights: data.highlights.map(each => ({
      id: each._id,
      text: each.text,
      comment: each.comm,
      style: each.style,
      anchor: each.anchor,
      ...(each.sealed !== undefined && { sealed: each.sealed }),
      created_at: each.create_date,
      updated_at: each.update_date,
    })),
  }
}
