import type { Generated } from 'kysely'
import type { Declarations, Defaulted } from './tableDeclaration.ts'

/** A person with access to a collection, and so to all its descendants. */
interface ShareRow {
  collection_id: string
  person_id: string
  /** The owner of the collection. */
  owner_id: string
  may_write: number
  created_at: number
}

/** A short address of either one link or one collection; the other is null. */
interface ShortLinkRow {
  code: string
  owner_id: string
  link_id: string | null
  collection_id: string | null
  created_at: number
}

/**
 * A notification of one person about the actions of others; while it is unread, further actions of the same
 * kind in the same place are merged into it.
 */
export interface NotificationRow {
  seq: Generated<number>
  id: string
  person_id: string
  action: string
  collection_id: string
  /** The last actor; null for a visitor, and for a deleted person: see `isVisitor`. */
  from_id: string | null
  /** 1 when several people acted. */
  several: Generated<number>
  count: number
  /** The name of the last link or collection. */
  subject: string
  /** The id of that link, suggestion or collection; null of older notifications, and of those without one. */
  subject_id: Generated<string | null>
  updated_at: number
  read_at: number | null
}

/**
 * Returns whether a notification is about a visitor. Visitors can only suggest, and suggestions have a title; the titles
 * of deleted people are removed with their ids.
 */
export const isVisitor = ({
  from_id: from,
  action,
  subject,
}: Pick<NotificationRow, 'from_id' | 'action' | 'subject'>) =>
  from === null && action === 'sugg_new' && subject !== ''

/** How long activity entries are retained, in milliseconds. */
export const activityMs = 90 * 86_400_000

/** An action in a shared collection. */
export interface ActivityRow {
  seq: number
  id: string
  owner_id: string
  /** The collection it happened in. */
  collection_id: string
  /** null for a deleted person. */
  by_id: string | null
  kind: string
  /** The source or target collection of a move; '' for all other types. It may be deleted. */
  other_id: string
  /** Groups actions of the same kind: the key of the undo record, or a time window. */
  batch: string
  /** The undo record, while it can still be undone; that row is deleted before this one. */
  undo_id: string | null
  count: number
  /** The first few subjects, each a line of JSON: id and name. */
  subjects: string
  at: number
  undone_at: number | null
  undone_by: string | null
}

/** A link that a person or visitor suggests for a collection. */
export interface SuggestionRow {
  seq: Generated<number>
  id: string
  collection_id: string
  /** The owner of the collection, who decides. */
  recipient_id: string
  /** null while a visitor's suggestion is unclaimed. */
  suggester_id: string | null
  /** SHA-256 of the secret with which a visitor claims it; null once claimed. */
  claim_hash: string | null
  /** The validated form as JSON. */
  form: string
  state: 'pending' | 'approved' | 'rejected'
  /** The recipient's reason for the rejection. */
  word: string
  /** The link created from it. */
  link_id: string | null
  version: number
  created_at: number
  updated_at: number
  decided_at: number | null
}

/** An invitation of an address without an account to a collection. It becomes a share when an account confirms the address. */
export interface InvitationRow {
  id: string
  collection_id: string
  /** The owner of the collection, who invited. */
  owner_id: string
  /** In lower case. */
  email: string
  may_write: number
  created_at: number
  expires_at: number
}

/** An email about an invitation, counted for a day. */
interface InvitationEmailRow {
  id: string
  owner_id: string
  /** SHA-256 of the address. */
  email_hash: string
  sent_at: number
}

/** The latest request of a person for access to a collection. */
interface AccessRequestRow {
  collection_id: string
  person_id: string
  created_at: number
  /** When the owner declined; null while it is open. */
  declined_at: number | null
}

/** A pending transfer of a collection from its owner to one of its members. */
export interface OfferRow {
  collection_id: string
  owner_id: string
  person_id: string
  created_at: number
}

/** A host that shows a public collection, once it is verified. */
export interface DomainRow {
  id: string
  /** The owner of the collection when the host was set. It shows nothing when another person owns it. */
  person_id: string
  collection_id: string
  /** In lower case, in Punycode. */
  host: string
  /** The value of the DNS record or file that proves the host. */
  token: string
  /** null while it is not verified. */
  verified_at: number | null
  checked_at: number | null
  /** The first of the checks in a row that found no proof. */
  failing_since: number | null
  created_at: number
}

/** What the company page of a public collection has instead of the usual look. It is not shown when another person owns the collection. */
export interface WhiteLabelRow {
  collection_id: string
  person_id: string
  /** '' for that of the collection. */
  name: string
  /** As `#rrggbb`; '' for the usual ones. */
  accent: string
  paper: string
  /** Changes with the logo; null without one, as its bytes (WebP) and its size in pixels. */
  logo_id: string | null
  logo: Uint8Array | null
  logo_width: number | null
  logo_height: number | null
}

export interface SharedTables {
  shares: ShareRow
  short_links: ShortLinkRow
  domains: DomainRow
  white_labels: WhiteLabelRow
  invitations: InvitationRow
  invitation_emails: InvitationEmailRow
  access_requests: AccessRequestRow
  offers: OfferRow
  suggestions: SuggestionRow
  notifications: NotificationRow
  activities: Defaulted<ActivityRow, 'seq' | 'undone_at' | 'undone_by'>
}

const ofOriginal = { backup: 'included', copy: 'ofOriginal' } as const
const ofPerson = { person_id: 'people', collection_id: 'collections' } as const
const ofOwner = { owner_id: 'people', collection_id: 'collections' } as const
const ofSite = { ...ofOriginal, owner: 'person_id', references: ofPerson, transfer: 'stays' } as const

export const sharedTables: Declarations<SharedTables> = {
  shares: {
    ...ofOriginal,
    owner: 'owner_id',
    references: { ...ofOwner, person_id: 'people' },
    erasure: 'atOnce',
    transfer: 'ownCode',
    export: 'included',
  },
  short_links: {
    ...ofOriginal,
    owner: 'owner_id',
    references: { ...ofOwner, link_id: 'links' },
    erasure: 'atOnce',
    transfer: 'moves',
    export: 'included',
  },
  domains: {
    ...ofSite,
    erasure: 'byReference',
    export: 'included',
    orphans: 'hosts of collections or people that were deleted',
  },
  white_labels: { ...ofSite, erasure: 'byReference', export: 'included' },
  // Those of the previous owner do not bind the new one.
  invitations: {
    ...ofOriginal,
    owner: 'owner_id',
    references: ofOwner,
    erasure: 'atOnce',
    transfer: 'ends',
    export: 'included',
  },
  invitation_emails: {
    owner: 'owner_id',
    references: { owner_id: 'people' },
    backup: 'included',
    erasure: 'byReference',
    export: 'ofServer',
  },
  access_requests: {
    ...ofOriginal,
    owner: 'person_id',
    references: ofPerson,
    erasure: 'atOnce',
    transfer: 'stays',
    export: 'received',
    orphans: 'requests for access to collections or by people that were deleted',
    key: 'collection_id',
  },
  offers: {
    ...ofOriginal,
    owner: 'owner_id',
    references: { ...ofOwner, person_id: 'people' },
    erasure: 'byReference',
    transfer: 'ends',
    export: 'ofServer',
  },
  suggestions: {
    ...ofOriginal,
    owner: 'recipient_id',
    references: {
      recipient_id: 'people',
      suggester_id: 'people',
      collection_id: 'collections',
      link_id: 'links',
    },
    erasure: 'byReference',
    transfer: 'moves',
    encryption: 'deleted',
    export: 'received',
  },
  notifications: {
    ...ofOriginal,
    owner: 'person_id',
    references: { ...ofPerson, from_id: 'people' },
    erasure: 'byReference',
    transfer: 'stays',
    export: 'received',
  },
  activities: {
    ...ofOriginal,
    owner: 'owner_id',
    references: { ...ofOwner, by_id: 'people', undone_by: 'people' },
    erasure: 'byReference',
    transfer: 'moves',
    export: 'ofServer',
  },
}
