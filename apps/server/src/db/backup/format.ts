import type { Tables } from '../tables.ts'

/**
 * A backup is one file format for both databases: gzipped lines of JSON. It begins with a header. For each table
 * follow a line with the column names and one line per row (an array; bytes as `{"b": "<base64>"}`). The last line
 * contains the row count of each table, so that a truncated file is detected. docs/operations.md documents the
 * format.
 */
export const formatName = 'nestmark-backup'
export const formatVersion = 1

export interface BackupHeader {
  format: typeof formatName
  version: number
  /** Milliseconds since 1970. */
  made: number
  from: 'sqlite' | 'postgres'
  /** The applied migrations, in order. They identify the schema. */
  migrations: string[]
  /** The secret stored in the data directory; null when it came from the environment. */
  secret: string | null
}

export interface TableLine {
  table: string
  columns: string[]
}

export interface EndLine {
  end: Record<string, number>
}

/** A cell as encoded in the file. */
export type Cell = string | number | null | { b: string }

/** The tables in a backup, each after the tables that its rows reference. */
export const backupTables = [
  'user',
  'account',
  'profile_images',
  'two_factor',
  'recovery_codes',
  'passkeys',
  'session',
  'people',
  'request_keys',
  'collections',
  'pictures',
  'links',
  'link_notes',
  'tags',
  'link_tags',
  'favourite_links',
  'favourite_collections',
  'shares',
  'invitations',
  'invitation_emails',
  'access_requests',
  'blobs',
  'uploads',
  'files',
  'copies',
  'copy_versions',
  'page_texts',
  'reading_places',
  'link_checks',
  'link_check_runs',
  'highlight_pages',
  'highlights',
  'distinct_links',
  'former_keys',
  'key_pairs',
  'given_keys',
  'passkey_keys',
  'short_links',
  'domains',
  'white_labels',
  'offers',
  'served',
  'suggestions',
  'notifications',
  'text_holders',
  'activities',
  'api_keys',
  'webhooks',
  'webhook_events',
  'webhook_deliveries',
  'saved_searches',
  'rules',
  'feeds',
  'feed_items',
  'coupons',
  'coupon_uses',
  'customers',
  'payment_events',
  'quota_mails',
  'jobs',
  'job_files',
  'undo_records',
  'undo_links',
  'undo_collections',
  'undo_edits',
  'undo_texts',
  'secret_checks',
] as const satisfies readonly (keyof Tables)[]

/**
 * Tables that a backup omits. The search index's words are rebuilt from the links. One-time secrets (codes,
 * links in emails) must not become valid again with an old copy. A restored library starts a new commit
 * count. The parts of uploads are not in a backup of the files. The state of an export ends with its server.
 */
export const excludedTables = [
  'words',
  'verification',
  'sign_in_codes',
  'connect_codes',
  'email_changes',
  'sign_in_challenges',
  'passkey_uses',
  'migrations',
  'commit_counts',
  'upload_parts',
  'removed_files',
  'file_store',
  'library_exports',
] as const satisfies readonly (keyof Tables)[]

/** Derived columns, which are rebuilt. */
export const excludedColumns: Readonly<Record<string, readonly string[]>> = {
  links: ['terms'],
  page_texts: ['terms'],
  highlights: ['terms'],
}

/** The file is not a backup, is incomplete, or has an unsupported version; the message states which. */
export class BackupError extends Error {
  override name = 'BackupError'
}
