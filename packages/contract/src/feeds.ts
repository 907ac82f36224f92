import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'
import { operation, writingErrors } from './operation.ts'
import { flag, id, required, tagName, time } from './shapes.ts'

export const feed = z.object({
  _id: id,
  address: z.string(),
  /** Its own title; '' before it was read. */
  title: z.string(),
  /** The collection that gets its entries as links; null while the person cannot see it. */
  folder: z.nullable(z.object({ _id: id, name: z.string() })),
  /** The tag of these links; null for none. */
  tag: z.nullable(z.string()),
  /**
   * `new`: not read yet. `ok`: the last reading succeeded, or found nothing new. `failing`: it is tried again, less and
   * less often. `paused`: it is not read until somebody resumes it.
   */
  state: z.enum(['new', 'ok', 'failing', 'paused']),
  /**
   * Why it fails or is paused: no answer; an error status (`status`); no feed; over 5 MB; the library is full; the site
   * answered 410 (`gone`); the person who added it may no longer add links to the collection (`right`); the collection
   * has a key (`encrypted`); a person paused it. Null in the other states.
   */
  reason: z.nullable(
    z.enum(['unreachable', 'status', 'notFeed', 'tooLarge', 'full', 'gone', 'right', 'encrypted', 'person']),
  ),
  /** The HTTP status of the last answer; null without one. */
  status: z.nullable(z.number()),
  /** The last reading, whatever its result. */
  checked: z.nullable(time),
  /** The beginning of the failures in a row. */
  failing_since: z.nullable(time),
  /** The next reading; null while it is paused. */
  next: z.nullable(time),
  created: time,
})
export type Feed = z.output<typeof feed>

const address = z
  .string()
  .check(...required(limits.feedAddress, 'feeds.addressInvalid', 'feeds.addressInvalid'))

export const findFeeds = operation({
  path: 'find-feeds',
  keyScope: 'write',
  summary:
    'Reads an address and returns the feeds there: the address itself when it is an RSS, Atom or JSON feed, otherwise the feeds that the page names with `<link rel="alternate">`.',
  input: z.object({ address }),
  output: z.array(z.object({ address: z.string(), title: z.string() })),
  errors: ['feeds.addressInvalid', 'scrape.failed', 'request.tooMany'],
  cost: 'feed',
})

export const addFeed = operation({
  path: 'add-feed',
  keyScope: 'write',
  summary:
    'Adds a feed to a collection. The server reads it now and then about once an hour; its entries become links of the collection. An address of a page stands for the first feed that the page names.',
  input: z.object({
    folder_id: id,
    address,
    tag: z.optional(z.nullable(tagName)),
    /** 1: its newest 10 entries become links at once. 0: only later ones. */
    with_newest: z._default(flag, 1),
  }),
  output: feed,
  errors: ['feeds.addressInvalid', 'feeds.tooMany', 'feeds.exists', 'feeds.encrypted', ...writingErrors],
  touches: ['feeds'],
  cost: 'feed',
})

/** A collection, or else the feeds that the person added. */
const listed = {
  folder_id: z.optional(id),
  /** 1: the collection with its descendants. */
  include_sub: z.optional(flag),
}

export const listFeeds = operation({
  path: 'get-feeds',
  keyScope: 'read',
  summary:
    'Lists the feeds of a collection (`include_sub` 1: with its descendants), of everybody who may write there; without a collection the feeds that the person added. Oldest first.',
  input: z.object(listed),
  output: z.array(feed),
  errors: ['collections.notFound', 'collections.readOnly'],
  reads: ['feeds', 'collections'],
})

export const updateFeed = operation({
  path: 'update-feed',
  keyScope: 'write',
  summary: 'Changes the collection or tag of a feed, or pauses or resumes it. Omitted fields stay unchanged.',
  input: z.object({
    feed_id: id,
    folder_id: z.optional(id),
    tag: z.optional(z.nullable(tagName)),
    is_active: z.optional(flag),
  }),
  output: feed,
  errors: ['feeds.notFound', 'feeds.tooMany', 'feeds.exists', 'feeds.encrypted', ...writingErrors],
  touches: ['feeds'],
})

export const deleteFeed = operation({
  path: 'delete-feed',
  keyScope: 'write',
  summary: 'Removes a feed from its collection. Its links stay.',
  input: z.object({ feed_id: id }),
  errors: ['feeds.notFound'],
  touches: ['feeds'],
  freesSpace: true,
})

export const readFeed = operation({
  path: 'read-feed',
  keyScope: 'write',
  summary: 'Reads a feed now, in the background, and resumes one that is paused.',
  input: z.object({ feed_id: id }),
  output: feed,
  errors: ['feeds.notFound', 'feeds.encrypted', ...writingErrors, 'request.tooMany'],
  touches: ['feeds'],
  cost: 'feed',
})

export const exportFeeds = operation({
  path: 'export-feeds',
  keyScope: 'read',
  summary:
    'Returns an OPML 2.0 file with feeds, in folders by collection, for feed readers: those of the collection `folder_id` (`include_sub` 1: with its descendants), of everybody who may write there, or without a collection those that the caller added.',
  cost: 'exportPart',
  transport: 'download',
  input: z.object(listed),
  output: z.string(),
  errors: [...writingErrors],
})
