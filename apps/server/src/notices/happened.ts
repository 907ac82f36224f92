import type { ActivityKind } from '@nestmark/contract/activity'
import type { NotificationAction } from '@nestmark/contract/notifications'

/** What happened in a collection to one link or one collection. */
export interface Happened {
  collectionId: string
  /** Where it is told to have happened, when that is another one: what is trashed is told of the collection around it. */
  place?: string | null
  /** The link or collection, and its name. */
  thing: string
  about: string
  /** Who is told of it in other words, and so not by this. */
  knows?: string | null
  /** Where a thing that was moved came from, or went to. */
  other?: string
}

/** A deed as others are told of it. */
export interface Told {
  /** What people are notified of; null where it stands in the activity list alone. */
  action: NotificationAction | null
  kind: ActivityKind
  by: string
  /** Milliseconds since 1970. */
  at: number
  /** The deed's key, where it can be taken back. */
  deed?: string | null | undefined
  /** People are not told: it takes a deed back that they were told of. Webhooks are. */
  quiet?: boolean
}
