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
import type {
  ActivityRow,
  NotificationRow,
  OfferRow,
  ShareRow,
  ShortLinkRow,
  SuggestionRow,
} from './sharedTables.ts'
import type { WebhookDeliveryRow, WebhookEventRow, WebhookRow } from './webhookTables.ts'

type Counter = 'n1' | 'n2' | 'n3' | 'n4' | 'n5'
/** Columns the database fills in where a new row does not name them. */
type Defaulted<Row, Names extends keyof Row> = Omit<Row, Names> & { [Name in Names]: Generated<Row[Name]> }

/** The rows as both databases give them. Times are milliseconds since 1970, flags are 0 or 1. */
export interface Tables {
  request_keys: { person_id: string; key_hash: string; call_hash: string; at: number }
  people: PersonRow
  collections: Defaulted<CollectionRow, Counter | 'folder_count' | 'position' | 'read_level' | 'enable_sugg'>
  links: LinkRow
  link_notes: LinkNoteRow
  tags: Defaulted<TagRow, 'folded' | 'links' | 'gone_at' | 'merged_into'>
  link_tags: Defaulted<LinkTagRow, 'via'>
  words: { owner_id: string; word: string }
  favourite_links: { person_id: string; link_id: string; created_at: number }
  favourite_collections: { person_id: string; collection_id: string; created_at: number }
  pictures: PictureRow
  shares: ShareRow
  short_links: ShortLinkRow
  offers: OfferRow
  served: { owner_id: string; month: number; bytes: number }
  suggestions: SuggestionRow
  notifications: NotificationRow
  activities: Defaulted<ActivityRow, 'seq' | 'undone_at' | 'undone_by'>
  api_keys: ApiKeyRow
  webhooks: WebhookRow
  webhook_events: WebhookEventRow
  webhook_deliveries: WebhookDeliveryRow
  coupons: CouponRow
  coupon_uses: { coupon_id: string; person_id: string; used_at: number }
  jobs: JobRow
  job_files: { job_id: string; part: number; bytes: Uint8Array }
  deeds: UndoRow
  deed_links: { deed_id: string; link_seq: number; was: string; was_at: number }
  deed_edits: UndoEditRow
  deed_collections: { deed_id: string; collection_id: string; was: string; was_at: number }
  migrations: { name: string; applied_at: number }
  /** Says which SECRET the library was used with, without telling it. */
  secret_checks: { id: number; value: string }
  /** How many transactions changed a SQLite library; see `commitLog.ts`. */
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

/** The product's account of a person; its id is the id of the sign-in account. */
export interface PersonRow {
  id: string
  plan: number
  /** When the plan ends, or, where it renews, when the next invoice is due; null when it lasts. */
  plan_until: Generated<number | null>
  plan_renews: Generated<number>
  /** The person cancelled it; it holds until then. */
  plan_cancelled: Generated<number>
  root_id: string
  theme: number
  view_links: number
  view_folders: number
  load_links: number
  clipboard_access: number | null
  last_folder: string | null
  last_category: number
  announcements: string
  /** Live links of the whole library by category. */
  n1: Generated<number>
  n2: Generated<number>
  n3: Generated<number>
  n4: Generated<number>
  n5: Generated<number>
  /** When the library was last exported. */
  exported_at: number | null
  created_at: number
  /** When the person deleted the account; the rows follow within a day. */
  closed_at: Generated<number | null>
  /** 1 where a daily mail tells what is unread, and when the last one was left. */
  digest: Generated<number>
  digest_at: Generated<number>
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
  /** Place among its siblings, as a file or a person set it. */
  position: number
  created_at: number
  updated_at: number
  /** Set on the top of what was trashed. */
  trashed_at: number | null
  /** Id of the trashed top that hides this one (its own id at the top), null while it is live. */
  trashed_by: string | null
  /** Who else may read it and all beneath: 0 nobody, 1 the people of `shares`, 3 anyone. */
  read_level: number
  /** Readers may suggest links. */
  enable_sugg: number
}

/** A key with which a program calls the API as its owner. */
export interface ApiKeyRow {
  id: string
  owner_id: string
  /** SHA-256 of the key, never the key. */
  hash: string
  /** Its last four characters, by which its owner knows it. */
  ending: string
  name: string
  may_write: number
  created_at: number
  last_used_at: number | null
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
  /** What lists by title and by host are put in order by; see core/sortKeys. */
  title_key: Generated<string>
  host_key: Generated<string>
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

/** What a person has noted on a link, for their own eyes. */
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
  /** What makes two tags one; of a tag that is gone '#' and its id, so that its name is free. */
  name_key: string
  /** The name folded for search and order. */
  folded: string
  /** Live links that carry it; kept also while it is gone. */
  links: number
  /** When it was deleted or merged away. Its rows stay for a while, so that it can come back. */
  gone_at: number | null
  /** The tag it was merged into. */
  merged_into: number | null
}

export interface LinkTagRow {
  link_seq: number
  tag_seq: number
  owner_id: string
  position: number
  /** The tag whose merging put this one onto the link; null where a person did. */
  via: number | null
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
  /** null for a mail, which may go to somebody who has no account of the product yet. */
  owner_id: string | null
  kind: string
  /** The queue it waits in: the name of its kind, with `.small` behind it for short work of a kind that has both. */
  queue: string
  /** Whose turn it takes in that queue: the owner; '' for what belongs to nobody. */
  queue_key: string
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

/** A deed that may be taken back for a while. */
export interface UndoRow {
  id: string
  person_id: string
  kind: string
  /** Where it moved things to. */
  target: string | null
  at: number
  expires_at: number
}

/** A change of one link or of one collection; the other is null. Both sides are JSON. */
export interface UndoEditRow {
  deed_id: string
  link_id: string | null
  collection_id: string | null
  was: string
  became: string
}

/** The columns of a link that are read as a whole; PostgreSQL's search terms are not among them. */
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
  'check_list',
  'desc_toggle',
  'is_public',
  'is_scraped',
  'created_at',
  'updated_at',
  'version',
  'trashed_at',
  'request_key',
] as const satisfies readonly (keyof LinkRow)[]
