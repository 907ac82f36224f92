import type { Generated } from 'kysely'
import type { Declarations } from './tableDeclaration.ts'

/** A feed whose entries become links of a collection. */
export interface FeedRow {
  id: string
  /** The person who added it, in whose name its links are saved. */
  person_id: string
  collection_id: string
  address: string
  title: Generated<string>
  /** The name of the tag of its links. */
  tag: string | null
  /** 1 when the first reading saves the newest entries. */
  with_newest: number
  active: Generated<number>
  /** Why it is not active. */
  off_reason: Generated<'failing' | 'gone' | 'right' | 'encrypted' | 'person' | null>
  /** Why the last reading failed, and the HTTP status of its answer. */
  fault: Generated<FeedFailure | null>
  status: Generated<number | null>
  /** The validators of the last response that was read completely. */
  etag: Generated<string | null>
  modified: Generated<string | null>
  /** The last successful reading, and the last one. */
  read_at: Generated<number | null>
  checked_at: Generated<number | null>
  failing_since: Generated<number | null>
  /** Failures in a row. */
  failures: Generated<number>
  next_at: number
  created_at: number
  /** The import that created it. */
  import_id: Generated<string | null>
}

export type FeedFailure = 'unreachable' | 'status' | 'notFeed' | 'tooLarge' | 'full'

/** An entry that was seen: it becomes a link once, also when the link was deleted. */
interface FeedItemRow {
  feed_id: string
  /** A hash of its guid, otherwise of its address and title. */
  item_key: string
  seen_at: number
}

export interface FeedTables {
  feeds: FeedRow
  feed_items: FeedItemRow
}

const orphans = 'feeds of people or collections that were deleted, or their entries'

export const feedTables: Declarations<FeedTables> = {
  feeds: {
    owner: 'person_id',
    references: { person_id: 'people', collection_id: 'collections' },
    backup: 'included',
    erasure: 'inBatches',
    rowsBelow: 500,
    transfer: 'stays',
    copy: 'ofOriginal',
    export: 'included',
    orphans,
  },
  feed_items: {
    owner: 'feed_id',
    references: { feed_id: 'feeds' },
    backup: 'included',
    erasure: 'byReference',
    export: 'derived',
    orphans,
    key: 'feed_id',
  },
}
