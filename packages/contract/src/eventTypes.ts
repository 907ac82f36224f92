import type { Topic } from './topics.ts'

interface AnyEntry {
  /** The notification for the other people of the collection, or for one addressed person; null for none. */
  readonly notification: string | null
  /** The kind of its entry in the activity list; null for none. */
  readonly activity: string | null
  /** The type under which webhooks receive it; null for none. */
  readonly webhook: string | null
  /** The kind of undo record that the activity entry creates, where the action itself creates none. */
  readonly undo: string | null
  /** The topics whose data pages fetch again. */
  readonly topics: readonly Topic[]
  /** True where the subject has left the collection of the event. */
  readonly isDeparture?: true
}

const none = { notification: null, activity: null, webhook: null, undo: null } as const

/** Returns the definition of an event, with nothing for the consumers that it does not state. */
/* @__NO_SIDE_EFFECTS__ */
const event = <const Entry extends Partial<AnyEntry> & Pick<AnyEntry, 'topics'>>(
  entry: Entry,
): Omit<typeof none, keyof Entry> & Entry => ({ ...none, ...entry })

const trashTopics = ['links', 'collections', 'trash', 'favourites', 'profile'] as const
const folderTrashTopics = ['collections', 'links', 'trash', 'favourites'] as const
const offerTopics = ['shares', 'notifications'] as const

/** Every type of domain event. Notifications, the activity list, webhooks, undo and live updates are derived from it. */
export const eventTypes = {
  'link.created': event({
    notification: 'add_link',
    activity: 'add_links',
    webhook: 'link.created',
    undo: 'addLinks',
    topics: ['links', 'tags', 'profile'],
  }),
  'link.updated': event({
    notification: 'update_link',
    activity: 'change_link',
    webhook: 'link.updated',
    undo: 'editLink',
    topics: ['links', 'tags', 'collections'],
  }),
  'link.tagged': event({ activity: 'tag_links', webhook: 'link.updated', topics: ['links', 'tags'] }),
  'link.movedAway': event({
    notification: 'delete_links',
    activity: 'move_links_away',
    webhook: 'link.moved',
    topics: ['links', 'collections'],
    isDeparture: true,
  }),
  'link.movedHere': event({
    notification: 'add_link',
    activity: 'move_links_here',
    webhook: 'link.moved',
    topics: ['links', 'collections'],
  }),
  'link.trashed': event({
    notification: 'delete_links',
    activity: 'remove_links',
    webhook: 'link.trashed',
    topics: trashTopics,
  }),
  'link.restored': event({ activity: 'restore_links', webhook: 'link.restored', topics: trashTopics }),
  // A link that is deleted without the trash: reported to people as removed, to webhooks as deleted.
  'link.removed': event({
    notification: 'delete_links',
    activity: 'remove_links',
    topics: ['links', 'collections', 'tags', 'trash', 'favourites', 'profile'],
  }),
  'link.deleted': event({ webhook: 'link.deleted', topics: ['trash', 'tags'] }),
  'collection.created': event({
    notification: 'add_folder',
    activity: 'add_folders',
    webhook: 'collection.created',
    undo: 'addCollections',
    topics: ['collections'],
  }),
  'collection.updated': event({
    notification: 'update_folder',
    activity: 'change_folder',
    webhook: 'collection.updated',
    undo: 'editCollection',
    topics: ['collections'],
  }),
  'collection.movedAway': event({
    notification: 'delete_folders',
    activity: 'move_folders_away',
    webhook: 'collection.moved',
    topics: ['collections'],
    isDeparture: true,
  }),
  'collection.movedHere': event({
    notification: 'add_folder',
    activity: 'move_folders_here',
    webhook: 'collection.moved',
    topics: ['collections'],
  }),
  'collection.trashed': event({
    notification: 'delete_folders',
    activity: 'remove_folders',
    webhook: 'collection.trashed',
    topics: folderTrashTopics,
  }),
  'collection.restored': event({
    activity: 'restore_folders',
    webhook: 'collection.restored',
    topics: folderTrashTopics,
  }),
  'collection.deleted': event({ webhook: 'collection.deleted', topics: ['trash', 'tags'] }),
  // Of the person who made it: nobody else sees it.
  'highlight.created': event({ webhook: 'highlight.created', topics: ['highlights'] }),
  'share.created': event({ notification: 'new_shared', topics: ['shares', 'collections'] }),
  'access.requested': event({ notification: 'access_requested', topics: ['shares', 'notifications'] }),
  // The owner asks a member to make a key pair; a member asks the owner for the key; the owner gives it.
  'key.asked': event({ notification: 'key_asked', topics: ['notifications'] }),
  'key.wanted': event({ notification: 'key_wanted', topics: ['notifications'] }),
  'key.given': event({ notification: 'key_given', topics: ['keys', 'notifications'] }),
  'suggestion.created': event({ notification: 'sugg_new', topics: ['suggestions', 'notifications'] }),
  'suggestion.approved': event({ notification: 'sugg_approved', topics: ['suggestions', 'notifications'] }),
  'suggestion.rejected': event({ notification: 'sugg_rejected', topics: ['suggestions', 'notifications'] }),
  'ownership.offered': event({ notification: 'offer_new', topics: offerTopics }),
  'ownership.accepted': event({ notification: 'offer_accepted', topics: offerTopics }),
  'ownership.declined': event({ notification: 'offer_declined', topics: offerTopics }),
} satisfies Record<string, AnyEntry>

export type EventType = keyof typeof eventTypes

type Names<Part extends 'notification' | 'activity' | 'webhook' | 'undo'> = NonNullable<
  (typeof eventTypes)[EventType][Part]
>

export type NotificationAction = Names<'notification'>
export type ActivityKind = Names<'activity'>
export type WebhookEvent = Names<'webhook'>

/** Returns the names that a consumer has for the events, in the order of the table, without duplicates. */
function listNames<Part extends 'notification' | 'activity' | 'webhook'>(part: Part) {
  const names = Object.values(eventTypes).flatMap(entry => entry[part] ?? [])
  return [...new Set(names)] as Names<Part>[]
}

export const notificationActions = listNames('notification')
export const activityKinds = listNames('activity')
export const webhookEvents = listNames('webhook')

/** The definition of one event type for each of its consumers. */
export interface EventTypeEntry extends AnyEntry {
  readonly notification: NotificationAction | null
  readonly activity: ActivityKind | null
  readonly webhook: WebhookEvent | null
  readonly undo: Names<'undo'> | null
}

/** Returns the definition of an event type. */
export function eventTypeEntry(type: EventType): EventTypeEntry {
  return eventTypes[type]
}

/** Returns the topics whose data pages fetch again after any of these events, without duplicates. */
export function topicsOfEvents(types: readonly EventType[]): Topic[] {
  return [...new Set(types.flatMap(type => eventTypeEntry(type).topics))]
}
