import type { Tables } from '../tables.ts'

/**
 * A backup is one file for both databases: lines of JSON, gzipped. First a header, then for every table a line that names
 * its columns and one line for each row (an array; bytes as `{"b": "<base64>"}`), at the end the number of rows of each
 * table, so that a file that was cut off is known. docs/operations.md describes it for people.
 */
export const formatName = 'nestmark-backup'
export const formatVersion = 1

export interface BackupHeader {
  format: typeof formatName
  version: number
  /** Milliseconds since 1970. */
  made: number
  from: 'sqlite' | 'postgres'
  /** The migrations of the library, in order: its shape. */
  migrations: string[]
  /** The secret kept in the data directory; null when it was given by the environment. */
  secret: string | null
}

export interface TableLine {
  table: string
  columns: string[]
}

export interface EndLine {
  end: Record<string, number>
}

/** A cell as the file has it. */
export type Cell = string | number | null | { b: string }

/** What is kept, each table after those that its rows point at. */
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
  'short_links',
  'offers',
  'served',
  'suggestions',
  'notifications',
  'activities',
  'api_keys',
  'webhooks',
  'webhook_events',
  'webhook_deliveries',
  'coupons',
  'coupon_uses',
  'jobs',
  'job_files',
  'deeds',
  'deed_links',
  'deed_collections',
  'deed_edits',
  'secret_checks',
] as const satisfies readonly (keyof Tables)[]

/**
 * What is not kept: the search index's words are made anew from the links, and what works once (codes, links in mails)
 * must not come back to life with an old copy. A restored library counts its commits anew.
 */
export const leftOutTables = [
  'words',
  'verification',
  'sign_in_codes',
  'email_changes',
  'sign_in_challenges',
  'passkey_uses',
  'migrations',
  'commit_counts',
] as const satisfies readonly (keyof Tables)[]

/** Columns that are made anew from the others. */
export const leftOutColumns: Readonly<Record<string, readonly string[]>> = { links: ['terms'] }

/** The file is not a backup, or not a whole one, or of a version this one cannot read; the message says which. */
export class BackupError extends Error {
  override name = 'BackupError'
}
