import type { Generated } from 'kysely'

/** A person who was let into a collection, and so into all beneath it. */
export interface ShareRow {
  collection_id: string
  person_id: string
  /** Whose collection it is. */
  owner_id: string
  may_write: number
  created_at: number
}

/** A short address of one link or of one collection; the other is null. */
export interface ShortLinkRow {
  code: string
  owner_id: string
  link_id: string | null
  collection_id: string | null
  created_at: number
}

/** What others did, told to one person; while it is unread, more of the same in the same place is added to it. */
export interface NotificationRow {
  seq: Generated<number>
  id: string
  person_id: string
  action: string
  collection_id: string
  /** Who did it last; null for a visitor, and for somebody who is gone. */
  from_id: string | null
  /** Others did the same. */
  several: Generated<number>
  count: number
  /** The name of the last link or collection. */
  about: string
  updated_at: number
  read_at: number | null
}

/** What somebody did in a shared collection. */
export interface ActivityRow {
  seq: number
  id: string
  owner_id: string
  /** Where it happened. */
  collection_id: string
  /** null for somebody who is gone. */
  by_id: string | null
  kind: string
  /** Where moved things came from or went to; '' for everything else. It may be gone. */
  other_id: string
  /** What of the same kind belongs together: the key of the deed, or about when it was. */
  batch: string
  /** The deed that can be taken back for a while; its row goes before this one. */
  deed_id: string | null
  count: number
  /** The first few things, each a line of JSON: id and name. */
  things: string
  at: number
  undone_at: number | null
  undone_by: string | null
}

/** A link that somebody suggests for somebody's collection. */
export interface SuggestionRow {
  seq: Generated<number>
  id: string
  collection_id: string
  /** Who decides: the owner of the collection. */
  recipient_id: string
  /** null while it is a visitor's that nobody has claimed. */
  suggester_id: string | null
  /** SHA-256 of the secret by which a visitor claims it; null once that was done. */
  claim_hash: string | null
  /** The checked form as JSON. */
  form: string
  state: 'pending' | 'approved' | 'rejected'
  /** What the recipient said when it was rejected. */
  word: string
  /** The link that was made of it. */
  link_id: string | null
  version: number
  created_at: number
  updated_at: number
  decided_at: number | null
}

/** A collection that its owner offers to one of its members. */
export interface OfferRow {
  collection_id: string
  owner_id: string
  person_id: string
  created_at: number
}
