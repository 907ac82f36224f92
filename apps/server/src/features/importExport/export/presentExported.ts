import type { LibraryCollection, LibraryLink } from '@nestmark/core/libraryFile/schema'
import type { WrittenLink } from '@nestmark/core/linkFormats/linkFile'
import { parseTags } from '../../links/store.ts'
import type { ExportedLink } from './exportQuery.ts'
import type { PlacedFolder } from '../writing/placedFolders.ts'

/** Returns a collection in the form of nestmark.json. @param topId the collection above those of the file */
export function toLibraryCollection(folder: PlacedFolder, topId: string): LibraryCollection {
  return {
    id: folder.id,
    name: folder.name,
    path: folder.path,
    parent: folder.parent_id === topId ? null : folder.parent_id,
    position: folder.position,
    description: folder.descr,
    favourite: folder.favourite_at !== null,
    favourite_at: folder.favourite_at,
    cover: folder.cover_link_id,
    created_at: folder.created_at,
    updated_at: folder.updated_at,
  }
}

/**
 * Returns a link in plain text in the form of nestmark.json, without files.
 * @param collection the id of its collection in the file; null for none
 */
export function toLibraryLink(row: ExportedLink, collection: string | null): LibraryLink {
  return {
    id: row.id,
    collection,
    title: row.title,
    address: row.address,
    description: row.descr,
    description_shown: row.desc_toggle === 1,
    private_note: row.note ?? '',
    category: row.category,
    sub_category: row.sub_category,
    tags: parseTags(row).map(tag => tag.name),
    favourite: row.is_favourite === 1,
    favourite_at: row.favourite_at,
    checklist: row.check_list === null ? [] : (JSON.parse(row.check_list) as LibraryLink['checklist']),
    picture: row.picture_source ?? '',
    ...(row.player !== '' && { player: row.player }),
    public: row.is_public === 1,
    files: [],
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** Where a link of a file of links is. */
interface WrittenPlace {
  /** The id of its collection in the file; null for none. */
  collection: string | null
  path: readonly string[]
  /** The link whose picture is the cover of its collection. */
  coverId: string | null
  publicUrl: string
}

/** Returns a link for a file of links. */
export function toWrittenLink(
  row: ExportedLink,
  { collection, path, coverId, publicUrl }: WrittenPlace,
): WrittenLink {
  return {
    ...toLibraryLink(row, collection),
    path,
    page: `${publicUrl}/l/${row.id}`,
    isCover: row.id === coverId,
    hasFile: row.file_bytes !== null,
  }
}
