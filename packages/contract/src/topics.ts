/**
 * What an operation reads or touches. A page's cache of an operation that `reads` a topic is refreshed
 * after an operation that `touches` the same topic, so no page ever invalidates by hand.
 */
export type Topic =
  | 'profile'
  | 'collections'
  | 'links'
  | 'notes'
  | 'tags'
  | 'favourites'
  | 'trash'
  | 'jobs'
  | 'shares'
  | 'suggestions'
  | 'notifications'
  | 'keys'
  | 'webhooks'
