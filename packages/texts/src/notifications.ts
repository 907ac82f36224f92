import type { NotificationAction } from '@nestmark/contract/eventTypes'
import { counted } from './counts.ts'
import { quoted } from './quoted.ts'

/** The text of a notification, without the person who caused it. */
interface NotificationText {
  action: NotificationAction
  count: number
  /** The name of the latest item; '' when the person may not see it. */
  subject: string
  /** The collection's name; null when the person may not see it. */
  collection: string | null
}

/** Notifications about what others did. */
export const notificationTexts = {
  title: 'Notifications',
  markAll: 'Mark all as read',
  allRead: 'All notification marked as read', // as in the specification
  none: 'No notifications found',
  noneLine: 'What others do in shared collections appears here.',
  looking: 'Loading notifications',
  failed: 'Couldn’t load your notifications',
  unread: 'Unread',
  visitor: 'A visitor',
  pastMember: 'A former member',
  /** @param count the number of events; two events of several people are of two people */
  others: (name: string, count: number) => (count === 2 ? `${name} and 1 other` : `${name} and others`),

  /** The text after the person's name: before the item, and between item and collection. */
  sentence({ action, count, subject, collection }: NotificationText): string {
    const where = collection === null ? 'a collection that you can no longer see' : quoted(collection)
    const one = (noun: string) =>
      count === 1 ? (subject ? quoted(subject) : `a ${noun}`) : counted(count, noun)
    const collections = count === 1 && subject ? `the collection ${quoted(subject)}` : one('collection')
    switch (action) {
      case 'new_shared':
        return `shared ${where} with you`
      case 'access_requested':
        return count === 1 && subject
          ? `requested access to ${quoted(subject)} in ${where}`
          : `requested access to ${where}`
      case 'key_asked':
        return `wants to give you the key to ${where}: make a key pair first`
      case 'key_wanted':
        return `asks for the key to ${where}`
      case 'key_given':
        return `gave you the key to ${where}`
      case 'sugg_new':
        return `suggested ${one('link')} for ${where}`
      case 'sugg_approved':
        return `approved your ${count === 1 ? 'suggestion' : counted(count, 'suggestion')}${count === 1 && subject ? ` ${quoted(subject)}` : ''} for ${where}`
      case 'sugg_rejected':
        return `declined your ${count === 1 ? 'suggestion' : counted(count, 'suggestion')}${count === 1 && subject ? ` ${quoted(subject)}` : ''} for ${where}`
      case 'add_link':
        return `added ${one('link')} to ${where}`
      case 'update_link':
        return count === 1
          ? `changed ${one('link')} in ${where}`
          : `changed links in ${where}, ${count} times`
      case 'delete_links':
        return `removed ${one('link')} from ${where}`
      case 'add_folder':
        return `added ${collections} to ${where}`
      case 'update_folder':
        return `changed the name or description of ${where}`
      case 'offer_new':
        return `wants to make you the owner of ${where}`
      case 'offer_accepted':
        return `now owns ${where}; you can still edit it`
      case 'offer_declined':
        return `declined to become the owner of ${where}`
      case 'delete_folders':
        return `removed ${collections} from ${where}`
    }
  },
}
