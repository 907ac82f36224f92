import type { ArchiveMode } from '@nestmark/contract/copies'
import type { Generated } from 'kysely'
import type {
  AccountRow,
  CouponRow,
  EmailChangeRow,
  PasskeyRow,
  ProfileImageRow,
  SessionRow,
  SignInChallengeRow,
  SignInCodeRow,
  TwoFactorRow,
  UserRow,
  VerificationRow,
} from './accountTables.ts'
import type { PreviousKeyRow, GivenKeyRow, KeyPairRow, PasskeyKeysRow } from './encryptionTables.ts'
import type { CopyRow, CopyVersionRow, PageTextRow, ReadingPlaceRow } from './copyTables.ts'
import type {
  BlobRow,
  FileRow,
  FileStoreRow,
  RemovedFileRow,
  LibraryExportRow,
  UploadPartRow,
  UploadRow,
} from './fileTables.ts'
import type { HighlightPageRow, HighlightRow } from './highlightTables.ts'
import type { LinkCheckRow, LinkCheckRunRow } from './linkCheckTables.ts'
import type { CollectionRow, LinkNoteRow, LinkRow, LinkTagRow, PictureRow, TagRow } from './libraryTables.ts'
import type {
  AccessRequestRow,
  ActivityRow,
  DomainRow,
  InvitationEmailRow,
  InvitationRow,
  NotificationRow,
  OfferRow,
  ShareRow,
  ShortLinkRow,
  SuggestionRow,
  WhiteLabelRow,
} from './sharedTables.ts'
import type { FeedItemRow, FeedRow } from './feedTables.ts'
import type { RuleRow, UndoTextRow } from './ruleTables.ts'
import type { CustomerRow, PaymentEventRow, QuotaMailRow } from './paymentTables.ts'
import type { WebhookDeliveryRow, WebhookEventRow, WebhookRow } from './webhookTables.ts'

type Counter = 'n1' | 'n2' | 'n3' | 'n4' | 'n5'
/** Columns with a default in the database. */
type Defaulted<Row, Names extends keyof Row> = Omit<Row, Names> & { [Name in Names]: Generated<Row[Name]> }

/** The rows as both databases return them. Times are milliseconds since 1970, flags are 0 or 1. */
export interface Tables {
  request_keys: { person_id: string; key_hash: string; call_hash: string; at: number }
  people: PersonRow
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
  blobs: Defaulted<BlobRow, 'category' | 'copy_of' | 'deleting_at' | 'lost_at' | 'preview_of' | 'previewed'>
  uploads: UploadRow
  upload_parts: UploadPartRow
  files: FileRow
  file_store: FileStoreRow
  removed_files: RemovedFileRow
  copies: Defaulted<CopyRow, 'page'>
  copy_versions: CopyVersionRow
  page_texts: PageTextRow
  reading_places: ReadingPlaceRow
  link_checks: LinkCheckRow
  link_check_runs: LinkCheckRunRow
  highlight_pages: HighlightPageRow
  highlights: HighlightRow
  former_keys: PreviousKeyRow
  key_pairs: KeyPairRow
  given_keys: GivenKeyRow
  passkey_keys: PasskeyKeysRow
  library_exports: LibraryExportRow
  shares: ShareRow
  short_links: ShortLinkRow
  domains: DomainRow
  white_labels: WhiteLabelRow
  invitations: InvitationRow
  invitation_emails: InvitationEmailRow
  access_requests: AccessRequestRow
  offers: OfferRow
  /** `day`: as 20261125 (UTC). */
  served: { owner_id: string; day: number; bytes: number }
  suggestions: SuggestionRow
  notifications: NotificationRow
  /**
   * People whose activity list or webhooks may name links of the owner's library: previous owners of transferred collections,
   * and members, also previous ones. Encryption looks for texts there.
   */
  text_holders: { owner_id: string; person_id: string }
  activities: Defaulted<ActivityRow, 'seq' | 'undone_at' | 'undone_by'>
  api_keys: ApiKeyRow
  connect_codes: ConnectCodeRow
  webhooks: WebhookRow
  saved_searches: SavedSearchRow
  rules: Defaulted<RuleRow, 'active'>
  feeds: FeedRow
  feed_items: FeedItemRow
  webhook_events: WebhookEventRow
  webhook_deliveries: WebhookDeliveryRow
  coupons: CouponRow
  coupon_uses: { coupon_id: string; person_id: string; used_at: number }
  customers: CustomerRow
  payment_events: PaymentEventRow
  quota_mails: QuotaMailRow
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
  user: UserRow
  session: SessionRow
  account: AccountRow
  verification: VerificationRow
  sign_in_codes: SignInCodeRow
  profile_images: ProfileImageRow
  email_changes: EmailChangeRow
  two_factor: TwoFactorRow
  recovery_codes: { code_hash: string; user_id: string }
  sign_in_challenges: SignInChallengeRow
  passkeys: PasskeyRow
  passkey_uses: { challenge_hash: string; expires_at: number }
}

/** The product's account of a person; its id equals the id of the sign-in account. */
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
