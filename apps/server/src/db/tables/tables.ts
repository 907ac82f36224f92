import type { ArchiveMode } from '@nestmark/contract/reading/copies'
import type { Generated } from 'kysely'
import type { UndoTextRow } from './ruleTables.ts'
import type { Declarations } from './tableDeclaration.ts'

/** A search that a person saved under a name. `type`: as in the API; `by_date`: 1 newest first, 2 oldest first. */
export interface SavedSearchRow {
  id: string
  person_id: string
  name: string
  input: string
  type: number
  category: number | null
  by_date: 1 | 2 | null
  created_at: number
  /** The import that created it. */
  import_id: string | null
}

/** The product's account of a person; its id equals the id of the sign-in account. */
export interface PersonRow {
  id: string
  plan: number
  /** The end of the plan, or, when it renews, the due time of the next invoice; null for no end. */
  plan_until: Generated<number | null>
  plan_renews: Generated<number>
  /** 1 when cancelled; the plan stays valid until `plan_until`. */
  plan_cancelled: Generated<number>
  /** 1 when the last payment failed; the plan ends at `plan_until` unless it is made. */
  plan_overdue: Generated<number>
  root_id: string
  theme: number
  view_links: number
  view_folders: number
  load_links: number
  clipboard_access: number | null
  last_folder: string | null
  last_category: number
  announcements: string
  /** Number of live links in the entire library, by category. */
  n1: Generated<number>
  n2: Generated<number>
  n3: Generated<number>
  n4: Generated<number>
  n5: Generated<number>
  /** When a link of each category was last added to the library or left it; 0 for never. Milliseconds since 1970. */
  changed1: Generated<number>
  changed2: Generated<number>
  changed3: Generated<number>
  changed4: Generated<number>
  changed5: Generated<number>
  /** Bytes of stored files, and of uploads that are not complete. */
  kept_bytes: Generated<number>
  reserved_bytes: Generated<number>
  /** Bytes of the stored files by category of their links. */
  c1_bytes: Generated<number>
  c2_bytes: Generated<number>
  c3_bytes: Generated<number>
  c4_bytes: Generated<number>
  c5_bytes: Generated<number>
  /** When the library was last exported. */
  exported_at: number | null
  created_at: number
  /** On SQLite, triggers increment it with every change of what the person's lists show. */
  revision: Generated<number>
  /** When the person deleted the account; the rows are deleted within a day. */
  closed_at: Generated<number | null>
  /** 1 when a daily email lists unread notifications, and the time of the last one. */
  digest: Generated<number>
  digest_at: Generated<number>
  /** Which copies of pages are stored for links without a separate choice. */
  keep_copies: Generated<ArchiveMode>
}

/** A key that authenticates an API client as its owner. */
export interface ApiKeyRow {
  id: string
  owner_id: string
  /** SHA-256 of the key, never the key. */
  hash: string
  /** Its last four characters, shown to its owner. */
  ending: string
  name: string
  may_write: number
  created_at: number
  last_used_at: number | null
}

/**
 * A one-time code with which a connected program gets an API key. The code, its state and its challenge are stored as
 * SHA-256 hashes only.
 */
export interface ConnectCodeRow {
  code_hash: string
  owner_id: string
  state_hash: string
  challenge: string
  /** The name of the key. */
  name: string
  expires_at: number
  spent_at: number | null
  /** The id of the key issued for the code. It is deleted when the code is presented a second time. */
  issued_key: string | null
}

export interface JobRow {
  id: string
  /** null for an email, whose recipient may not have a product account yet. */
  owner_id: string | null
  kind: string
  /**
   * The queue it waits in: the name of its kind, followed by `.small` for short work of a kind that has both.
   */
  queue: string
  /** The fairness key within the queue: the owner; '' for jobs without one. */
  queue_key: string
  payload: string
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  done: number
  total: number
  report: string | null
  error: string | null
  attempts: number
  cancel_wanted: number
  /** The process that runs it, and the time until which no other process may claim it. */
  lease_owner: string | null
  lease_until: number | null
  run_after: number
  created_at: number
  finished_at: number | null
}

/** An action that can be undone until it expires. */
export interface UndoRow {
  id: string
  person_id: string
  kind: string
  /** The target of a move, the sequence numbers of created tags, or the tags without links of an import (JSON). */
  target: string | null
  at: number
  expires_at: number
}

/** An edit of either one link or one collection; the other is null. Both states are JSON. */
export interface UndoEditRow {
  undo_id: string
  link_id: string | null
  collection_id: string | null
  old_value: string
  new_value: string
}

/** The tables of people, of their jobs and undo records, and of the server. */
export interface PersonTables {
  people: PersonRow
  request_keys: { person_id: string; key_hash: string; call_hash: string; at: number }
  api_keys: ApiKeyRow
  connect_codes: ConnectCodeRow
  saved_searches: SavedSearchRow
  /** `day`: as 20261125 (UTC). */
  served: { owner_id: string; day: number; bytes: number }
  /**
   * People whose activity list or webhooks may name links of the owner's library: previous owners of transferred collections,
   * and members, also previous ones. Encryption looks for texts there.
   */
  text_holders: { owner_id: string; person_id: string }
  jobs: JobRow
  job_files: { job_id: string; part: number; bytes: Uint8Array }
  undo_records: UndoRow
  undo_links: { undo_id: string; link_seq: number; old_state: string; old_at: number }
  undo_edits: UndoEditRow
  undo_texts: UndoTextRow
  undo_collections: { undo_id: string; collection_id: string; old_state: string; old_at: number }
  migrations: { name: string; applied_at: number }
  /** The fingerprint of the SECRET that the library was used with. */
  secret_checks: { id: number; value: string }
  /** The number of transactions that changed a SQLite library; see `commitLog.ts`. */
  commit_counts: { id: number; library: string; count: number; committed_at: number }
}

const stored = { backup: 'included', erasure: 'byReference' } as const
const ofPerson = { ...stored, owner: 'person_id', references: { person_id: 'people' } } as const
const ofOwner = { ...stored, owner: 'owner_id', references: { owner_id: 'people' } } as const
const ofUndo = { ...stored, owner: 'undo_id', export: 'ofServer' } as const
/** Texts of links, as long as the action can be undone. */
const undoTexts = { ...ofUndo, transfer: 'follows', copy: 'ofPerson', encryption: 'deleted' } as const
const ofServer = { owner: null, erasure: 'nothing', export: 'ofServer' } as const

export const personTables: Declarations<PersonTables> = {
  people: { owner: 'id', backup: 'included', erasure: 'ownCode', export: 'included' },
  request_keys: { ...ofPerson, export: 'ofServer' },
  api_keys: { ...ofOwner, erasure: 'atOnce', export: 'secret' },
  // Those that still give access end at once, by own code.
  connect_codes: { ...ofOwner, backup: 'oneTime', export: 'secret' },
  saved_searches: {
    ...ofPerson,
    export: 'included',
    orphans: 'saved searches of people that were deleted',
  },
  served: { ...ofOwner, export: 'ofServer' },
  text_holders: {
    ...stored,
    owner: 'owner_id',
    references: { owner_id: 'people', person_id: 'people' },
    export: 'ofServer',
  },
  // `trash/eraseTraces.ts` also erases names in the reports of other people's jobs.
  jobs: { ...ofOwner, export: 'ofServer' },
  job_files: { ...stored, owner: 'job_id', references: { job_id: 'jobs' }, export: 'ofServer' },
  undo_records: { ...ofPerson, export: 'ofServer' },
  undo_links: { ...ofUndo, references: { undo_id: 'undo_records' } },
  undo_edits: {
    ...undoTexts,
    references: { undo_id: 'undo_records', link_id: 'links', collection_id: 'collections' },
  },
  undo_texts: { ...undoTexts, references: { undo_id: 'undo_records', link_id: 'links' } },
  undo_collections: { ...ofUndo, references: { undo_id: 'undo_records' } },
  migrations: { ...ofServer, backup: 'ofServer' },
  secret_checks: { ...ofServer, backup: 'included' },
  commit_counts: { ...ofServer, backup: 'ofServer' },
}
