import type { Generated } from 'kysely'

/** The rows as both databases give them. Times are milliseconds since 1970, flags are 0 or 1. */
export interface Tables {
  people: PersonRow
  collections: CollectionRow
  links: LinkRow
  tags: TagRow
  link_tags: LinkTagRow
  words: { owner_id: string; word: string }
  favourite_links: { person_id: string; link_id: string; created_at: number }
  favourite_collections: { person_id: string; collection_id: string; created_at: number }
  pictures: PictureRow
  jobs: JobRow
  job_files: { job_id: string; part: number; bytes: Uint8Array }
  migrations: { name: string; applied_at: number }
  user: UserRow
  session: SessionRow
}

/** The product's account of a person; its id is the id of the sign-in account. */
export interface PersonRow {
  id: string
  plan: number
  root_id: string
  theme: number
  view_links: number
  view_folders: number
  load_links: number
  clipboard_access: number | null
  last_folder: string | null
  last_category: number
  announcements: string
  created_at: number
}

export interface CollectionRow {
  id: string
  owner_id: string
  parent_id: string | null
  name: string
  /** The name folded for search. */
  name_key: string
  descr: string
  /** Links directly inside by category, and collections directly inside; what is trashed by itself is not counted. */
  n1: number
  n2: number
  n3: number
  n4: number
  n5: number
  folder_count: number
  created_at: number
  updated_at: number
  /** Set on the top of what was trashed. */
  trashed_at: number | null
  /** Id of the trashed top that hides this one (its own id at the top), null while it is live. */
  trashed_by: string | null
}

export interface LinkRow {
  seq: Generated<number>
  id: string
  owner_id: string
  collection_id: string
  category: number
  sub_category: string | null
  title: string
  address: string
  /** The address without scheme, www, trailing slash, fragment and tracking; for 'already saved?'. */
  compare_key: string
  descr: string
  picture_id: string | null
  /** Address of the image to be fetched into our own store. */
  picture_source: string | null
  video_type: number
  check_list: string | null
  desc_toggle: number
  is_public: number
  is_scraped: number
  created_at: number
  updated_at: number
  version: number
  trashed_at: number | null
  request_key: string | null
}

export interface TagRow {
  seq: Generated<number>
  id: string
  owner_id: string
  name: string
  name_key: string
}

export interface LinkTagRow {
  link_seq: number
  tag_seq: number
  owner_id: string
  position: number
}

export interface PictureRow {
  id: string
  owner_id: string
  width: number
  height: number
  large: Uint8Array
  small: Uint8Array
  created_at: number
}

export interface JobRow {
  id: string
  owner_id: string
  kind: string
  payload: string
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  done: number
  total: number
  report: string | null
  error: string | null
  attempts: number
  cancel_wanted: number
  /** The process that works on it, and until when nobody else may take it over. */
  lease_owner: string | null
  lease_until: number | null
  run_after: number
  created_at: number
  finished_at: number | null
}

export interface UserRow {
  id: string
  name: string
  email: string
  emailVerified: number | boolean
  image: string | null
  createdAt: string | Date | number
  updatedAt: string | Date | number
}

export interface SessionRow {
  id: string
  userId: string
  /** SHA-256 of the bearer token, never the token. */
  token: string
  expiresAt: string | Date | number
  ipAddress: string | null
  userAgent: string | null
  createdAt: string | Date | number
  updatedAt: string | Date | number
}
