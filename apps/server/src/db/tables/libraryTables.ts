import { plainLinkFields, type PlainLinkFields } from '@nestmark/contract/links/plainLinkFields'
import type { Generated } from 'kysely'
import type { Declarations, Defaulted } from './tableDeclaration.ts'

export interface CollectionRow {
  id: string
  owner_id: string
  parent_id: string | null
  name: string
  /** The name folded for search. */
  name_key: string
  /** See `toNameSortKey` in core/sortKeys. */
  sort_key: string
  descr: string
  /**
   * Number of direct child links by category and of direct child collections, without those trashed
   * themselves.
   */
  n1: number
  n2: number
  n3: number
  n4: number
  n5: number
  folder_count: number
  /** Position among its siblings, set by an import or a person. */
  position: number
  created_at: number
  updated_at: number
  /** Set on the topmost trashed collection. */
  trashed_at: number | null
  /**
   * Id of the topmost trashed collection that hides this one (its own id at the top), null while it is live.
   */
  trashed_by: string | null
  /** Who else may read it and its descendants: 0 no one, 1 the people in `shares`, 3 anyone. */
  read_level: number
  /** 1 when readers may suggest links. */
  enable_sugg: number
  /**
   * The link whose picture is the cover. It applies while the link is directly inside, is not trashed, and has a
   * picture.
   */
  cover_link_id: string | null
  /** The validation value of its key; null without encryption (docs/encryption.md). */
  enc_id: string | null
  /** 1 when encrypted links directly inside have no tags; 0 without a key. */
  hide_tags: number
}

/** A plain field has the default of its column. */
type PlainLinkColumns = { [Name in keyof PlainLinkFields]: Generated<PlainLinkFields[Name]> }

export interface LinkRow extends PlainLinkColumns {
  seq: Generated<number>
  id: string
  owner_id: string
  collection_id: string
  category: number
  sub_category: string | null
  title: string
  address: string
  /** The address without scheme, www, trailing slash, fragment and tracking parameters; finds duplicates. */
  compare_key: string
  /**
   * The same of the address that its page names as its own; '' while that is not known. Like the address, it finds
   * duplicates.
   */
  canonical_key: Generated<string>
  /** Sort keys for lists by title and by host; see core/sortKeys. */
  title_key: Generated<string>
  host_key: Generated<string>
  descr: string
  picture_id: string | null
  /** Address of the image to be fetched and stored. */
  picture_source: string | null
  video_type: number
  /** Address of the player found on the page of the address, for sites whose addresses do not contain it; '' without one. */
  player: Generated<string>
  /** JSON; the envelope of it for an encrypted link. */
  check_list: string | null
  /**
   * The id of the key with which title, address, description and check_list are encrypted; null for a link in plain
   * text.
   */
  key_id: Generated<string | null>
  /** The encrypted picture of an encrypted link. */
  sealed_picture: Generated<string | null>
  /** Bytes of its files without their posters; null without a file. */
  file_bytes: Generated<number | null>
  /**
   * Its place in the manual order of its collection; null where its date puts it. Read it by `positionOf` in
   * links/lists/linkOrderStore.ts.
   */
  position: Generated<number | null>
  is_public: number
  is_scraped: number
  created_at: number
  updated_at: number
  version: number
  trashed_at: number | null
  request_key: string | null
  /** When its owner said that it needs no tags. */
  tagless_at: Generated<number | null>
  /** When its owner last said that it stays, although it was forgotten. */
  kept_at: Generated<number | null>
}

/** A person's private note on a link. */
export interface LinkNoteRow {
  id: string
  link_id: string
  person_id: string
  note: string
  created_at: number
  updated_at: number
}

export interface TagRow {
  seq: Generated<number>
  id: string
  owner_id: string
  name: string
  /** Unique per owner; a deleted tag has '#' and its id, which frees the name. */
  name_key: string
  /** The name folded for search. */
  folded: string
  /** See `toNameSortKey` in core/sortKeys. */
  sort_key: string
  /** Number of live links with the tag; maintained also while it is deleted. */
  links: number
  /** When it was deleted or merged. Its rows are retained for a while, so that it can be restored. */
  deleted_at: number | null
  /** The tag it was merged into. */
  merged_into: number | null
}

interface LinkTagRow {
  link_seq: number
  tag_seq: number
  owner_id: string
  position: number
  /** The merged tag that added this one to the link; null when a person added it. */
  via: number | null
}

interface PictureRow {
  id: string
  owner_id: string
  width: number
  height: number
  large: Uint8Array
  small: Uint8Array
  created_at: number
}

/** The columns of the fields that are stored as sent. */
export const plainLinkColumns = Object.keys(plainLinkFields) as (keyof PlainLinkFields)[]

/** The columns of a link that are read together; PostgreSQL's search terms are not among them. */
export const linkColumns = [
  'seq',
  'id',
  'owner_id',
  'collection_id',
  'category',
  'sub_category',
  'title',
  'address',
  'compare_key',
  'title_key',
  'host_key',
  'descr',
  'picture_id',
  'picture_source',
  'video_type',
  'player',
  'check_list',
  'key_id',
  'sealed_picture',
  'file_bytes',
  ...plainLinkColumns,
  'position',
  'is_public',
  'is_scraped',
  'created_at',
  'updated_at',
  'version',
  'trashed_at',
  'request_key',
  'tagless_at',
  'kept_at',
] as const satisfies readonly (keyof LinkRow)[]

type Counter = 'n1' | 'n2' | 'n3' | 'n4' | 'n5'

export interface LibraryTables {
  collections: Defaulted<
    CollectionRow,
    Counter | 'sort_key' | 'folder_count' | 'position' | 'read_level' | 'enable_sugg' | 'enc_id' | 'hide_tags'
  >
  links: LinkRow
  link_notes: LinkNoteRow
  tags: Defaulted<TagRow, 'folded' | 'sort_key' | 'links' | 'deleted_at' | 'merged_into'>
  link_tags: Defaulted<LinkTagRow, 'via'>
  words: { owner_id: string; word: string }
  favourite_links: { person_id: string; link_id: string; created_at: number }
  /** Links that a person does not regard as duplicates: those with a mark in common are distinct from each other. */
  distinct_links: { person_id: string; mark: string; link_id: string }
  favourite_collections: { person_id: string; collection_id: string; created_at: number }
  pictures: PictureRow
}

const ofOwner = { owner: 'owner_id', backup: 'included', export: 'included' } as const
/** What a person has of a link or collection, which may be of another owner. */
const ofPerson = {
  owner: 'person_id',
  backup: 'included',
  erasure: 'byReference',
  transfer: 'stays',
  copy: 'ofPerson',
} as const
const onLink = { ...ofPerson, references: { person_id: 'people', link_id: 'links' } } as const

export const libraryTables: Declarations<LibraryTables> = {
  collections: {
    ...ofOwner,
    references: { owner_id: 'people', parent_id: 'collections' },
    erasure: 'ownCode',
    transfer: 'ownCode',
    copy: 'copied',
  },
  links: {
    ...ofOwner,
    references: { owner_id: 'people', collection_id: 'collections', picture_id: 'pictures' },
    erasure: 'ownCode',
    transfer: 'ownCode',
    copy: 'copied',
    derivedColumns: ['terms'],
  },
  link_notes: { ...onLink, export: 'included', orphans: 'notes on links or of people that were deleted' },
  tags: { ...ofOwner, references: { owner_id: 'people' }, erasure: 'inBatches', key: 'seq' },
  link_tags: {
    ...ofOwner,
    references: { link_seq: 'links', tag_seq: 'tags' },
    erasure: 'byReference',
    transfer: 'ownCode',
    copy: 'copied',
  },
  words: {
    owner: 'owner_id',
    references: { owner_id: 'people' },
    backup: 'derived',
    erasure: 'inBatches',
    export: 'derived',
    key: 'word',
  },
  favourite_links: {
    ...onLink,
    export: 'included',
    orphans: 'favourites of links or people that were deleted',
    key: 'link_id',
  },
  distinct_links: {
    ...onLink,
    export: 'ofServer',
    orphans: 'links that are distinct from others, and were deleted or are of people that were',
    key: 'link_id',
  },
  favourite_collections: {
    ...ofPerson,
    references: { person_id: 'people', collection_id: 'collections' },
    export: 'included',
    orphans: 'favourites of collections or people that were deleted',
    key: 'collection_id',
  },
  pictures: { ...ofOwner, references: { owner_id: 'people' }, erasure: 'byReference' },
}
