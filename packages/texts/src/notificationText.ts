/** The text of a notification, without the person who caused it. */
export interface NotificationText {
  action:
    | 'new_shared'
    | 'sugg_new'
    | 'sugg_approved'
    | 'sugg_rejected'
    | 'add_link'
    | 'update_link'
    | 'delete_links'
    | 'delete_folders'
    | 'add_folder'
    | 'update_folder'
    | 'offer_new'
    | 'offer_accepted'
    | 'offer_declined'
  count: number
  /** The name of the latest item; '' when the person may not see it. */
  subject: string
  /** The collection's name; null when the person may not see it. */
  place: string | null
}
