/** Bounds that form, server and import share. Lengths are in UTF-16 code units, as the browser counts them. */
export const limits = {
  address: 8192,
  title: 500,
  desc: 5000,
  collectionName: 50,
  collectionDesc: 200,
  tagName: 32,
  tagsPerLink: 30,
  /** Tags that are added, deleted or merged by one call: a whole library's. */
  tagsPerCall: 10_000,
  checkListItems: 200,
  checkListText: 500,
  linkNote: 200,
  searchInput: 200,
  /** Results of a search are counted up to this. */
  searchTotal: 10_000,
  idsPerCall: 1000,
  membersPerCall: 200,
  email: 254,
  personName: 100,
  /** Of a file that becomes a profile image. */
  profileImageBytes: 10 * 1000 * 1000,
  /** More links or collections than this at once are a matter for a job. */
  atOnce: 5,
  /** More links than this change hands by a job. */
  handOverAtOnce: 500,
  /** What a recipient says when a suggestion is rejected. */
  suggestionWord: 200,
  /** A suggestion as it is stored, in UTF-16 code units: strangers may write it. */
  suggestionSize: 40_000,
  /** Suggestions that may wait for one collection, and how many of them may be those of visitors. */
  suggestionsWaiting: 1000,
  visitorSuggestionsWaiting: 200,
  apiKeys: 50,
  apiKeyName: 50,
  webhooks: 10,
  webhookAddress: 2048,
  webhookDesc: 200,
  /** Levels below the root. Deep enough for thought, shallow enough for every recursive query. */
  collectionDepth: 100,
  page: 10_000,
  pageSize: 50,
  importBytes: 50 * 1000 * 1000,
} as const

/** The five categories, by number. */
export const categories = [
  { code: 1, tag: 'see', label: 'Image' },
  { code: 2, tag: 'watch', label: 'Video' },
  { code: 3, tag: 'explore', label: 'Link' },
  { code: 4, tag: 'read', label: 'Note' },
  { code: 5, tag: 'listen', label: 'Audio' },
] as const

export type Category = (typeof categories)[number]['code']
