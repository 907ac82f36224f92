/** What a notification says, without who did it. */
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
  /** The name of the last thing; '' when it may not be told. */
  about: string
  /** The collection's name; null when it may not be told. */
  place: string | null
}
