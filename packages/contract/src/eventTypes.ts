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
const trashTopics = ['links', 'collections', 'trash', 'favourites', 'profile'] as const
const folderTrashTopics = ['collections', 'links', 'trash', 'favourites'] as const
const offerTopics = ['shares', 'notifications'] as const

/** Every type of domain event. Notifications, the activity list, webhooks, undo and live updates are derived from it. */
export const eventTypes = {
  'link.created': {
    notification: 'add_link',
    activity: 'add_links',
    webhook: 'link.created',
    undo: 'addLinks',
    topics: ['links', 'tags', 'profile'],
  },
  'link.updated': {
    notification: 'update_link',
    activity: 'change_link',
    webhook: 'link.updated',
    undo: 'editLink',
    topics: ['links', 'tags', 'collections'],
  },
  'link.tagged': {
    ...none,
    activity: 'tag_links',
    webhook: 'link.updated',
    topics: ['links', 'tags'],
  },
  'link.movedAway': {
    ...none,
    notification: 'delete_links',
    activity: 'move_links_away',
    webhook: 'link.moved',
    topics: ['links', 'collections'],
    isDeparture: true,
  },
  'link.movedHere': {
    ...none,
    notification: 'add_link',
    activity: 'move_links_here',
    webhook: 'link.moved',
    topics: ['links', 'collections'],
  },
  'link.trashed': {
    ...none,
    notification: 'delete_links',
    activity: 'remove_links',
    webhook: 'link.trashed',
    topics: trashTopics,
  },
  'link.restored': { ...none, activity: 'restore_links', webhook: 'link.restored', topics: trashTopics },
  // A link that is deleted without the trash: reported to people as removed, to webhooks as deleted.
  'link.removed': {
    ...none,
    notification: 'delete_links',
    activity: 'remove_links',
    topics: ['links', 'collections', 'tags', 'trash', 'favourites', 'profile'],
  },
  'link.deleted': {
    ...none,
    webhook: 'link.deleted',
    topics: ['trash', 'tags'],
  },
  'collection.created': {
    notification: 'add_folder',
    activity: 'add_folders',
    webhook: 'collection.created',
    undo: 'addCollections',
    topics: ['collections'],
  },
  'collection.updated': {
    notification: 'update_folder',
    activity: 'change_folder',
    webhook: 'collection.updated',
    undo: 'editCollection',
    topics: ['collections'],
  },
  'collection.movedAway': {
    ...none,
    notification: 'delete_folders',
    activity: 'move_folders_away',
    webhook: 'collection.moved',
    topics: ['collections'],
    isDeparture: true,
  },
  'collection.movedHere': {
    ...none,
    notification: 'add_folder',
    activity: 'move_folders_here',
    webhook: 'collection.moved',
    topics: ['collections'],
  },
  'collection.trashed': {
    ...none,
    notification: 'delete_folders',
    activity: 'remove_folders',
    webhook: 'collection.trashed',
    topics: folderTrashTopics,
  },
  'collection.restored': {
    ...none,
    activity: 'restore_folders',
    webhook: 'collection.restored',
    topics: folderTrashTopics,
  },
  'collection.deleted': {
    ...none,
    webhook: 'collection.deleted',
    topics: ['trash', 'tags'],
  },
  // Of the person who made it: nobody else sees it.
  'highlight.created': { ...none, webhook: 'highlight.created', topics: ['highlights'] },
  'share.created': { ...none, notification: 'new_shared', topics: ['shares', 'collections'] },
  'access.requested': { ...none, notification: 'access_requested', topics: ['shares', 'notifications'] },
  // The owner asks a member to make a key pair; a member asks the owner for the key; the owner gives it.
  'key.asked': { ...none, notification: 'key_asked', topics: ['notifications'] },
  'key.wanted': { ...none, notification: 'key_wanted', topics: ['notifications'] },
  'key.given': { ...none, notification: 'key_given', topics: ['keys', 'notifications'] },
  'suggestion.created': { ...none, notification: 'sugg_new', topics: ['suggestions', 'notifications'] },
  'suggestion.approved': { ...none, notification: 'sugg_approved', topics: ['suggestions', 'notifications'] },
  'suggestion.rejected': { ...none, notification: 'sugg_rejected', topics: ['suggestions', 'notifications'] },
  'ownership.offered': { ...none, notification: 'offer_new', topics: offerTopics },
  'ownership.accepted': { ...none, notification: 'offer_accepted', topics: offerTopics },
  'ownership.declined': { ...none, notification: 'offer_declined', topics: offerTopics },
} as const satisfies Record<string, AnyEntry>

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
