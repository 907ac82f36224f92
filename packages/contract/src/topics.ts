/**
 * A topic that an operation reads or touches. The cached response of an operation that `reads` a topic is refreshed
 * after an operation that `touches` the same topic, so pages never invalidate caches manually.
 */
export const topics = [
  'profile',
  'collections',
  'links',
  'notes',
  'tags',
  'favourites',
  'trash',
  'jobs',
  'shares',
  'suggestions',
  'notifications',
  'keys',
  'webhooks',
  'storage',
  'copies',
  'highlights',
  'brokenLinks',
  'feeds',
  'searches',
  'rules',
] as const
export type Topic = (typeof topics)[number]
