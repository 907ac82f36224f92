/** Limits shared by form, server and import. Lengths are in UTF-16 code units, as browsers count them. */
export const limits = {
  address: 8192,
  title: 500,
  desc: 5000,
  /** The description of a note, which is its text. */
  noteDesc: 100_000,
  collectionName: 50,
  collectionDesc: 200,
  tagName: 32,
  tagsPerLink: 30,
  /** Tags added, deleted or merged by one call; large enough for an entire library. */
  tagsPerCall: 10_000,
  checkListItems: 200,
  checkListText: 500,
  linkNote: 200,
  highlightText: 5000,
  highlightComment: 5000,
  highlightsPerPage: 500,
  /** Tabs that the extension saves in one step: their message stays below the 64 MiB of Chromium. */
  savedTabs: 10_000,
  /** The length of `highlights`, the JSON of all highlights of a page, in UTF-16 code units. */
  highlightsJson: 2_000_000,
  highlightFileBytes: 10 * 1000 * 1000,
  searchInput: 200,
  /** Hosts of public collections that a person has. */
  domains: 20,
  /** The name on a company page, and the file of its logo. */
  whiteLabelName: 60,
  whiteLabelLogoBytes: 5 * 1000 * 1000,
  /** Seconds between two exports of one kind: of the bookmark file, or of everything. */
  exportPause: 300,
  /** Search results are counted up to this number. */
  searchTotal: 10_000,
  idsPerCall: 1000,
  /** Duplicate or broken links that one call deletes or merges. */
  foundLinksPerCall: 10_000,
  /** Links that one call encrypts, decrypts or encrypts again. */
  encryptedPerCall: 100,
  /** Collections whose keys one call lists. */
  foldersWithKeys: 200,
  /** Encrypted links of a page that the browser reads to search them. */
  encryptedPage: 200,
  /** Keys that a search names. */
  openKeys: 1000,
  /** Characters of the keys of a person that are encrypted for one passkey. */
  passkeyKeys: 1_500_000,
  /** Keys that one passkey opens: as many as a key file has. */
  keysPerPasskey: 5000,
  membersPerCall: 200,
  email: 254,
  personName: 100,
  /** Maximum size of a profile image file. */
  profileImageBytes: 10 * 1000 * 1000,
  /** Actions on more links or collections than this run as a job. */
  atOnce: 5,
  /** Ownership transfers of more links than this run as a job. */
  transferAtOnce: 500,
  /** The recipient's message when a suggestion is rejected. */
  suggestionWord: 200,
  /** The stored size of a suggestion, in UTF-16 code units. Limited because visitors can write it. */
  suggestionSize: 40_000,
  /** Pending suggestions per collection, and how many of them may come from visitors. */
  suggestionsWaiting: 1000,
  visitorSuggestionsWaiting: 200,
  apiKeys: 50,
  apiKeyName: 50,
  webhooks: 10,
  webhookAddress: 2048,
  webhookDesc: 200,
  savedSearches: 50,
  savedSearchName: 100,
  /** What saved searches find is counted up to this number. */
  savedSearchCount: 1000,
  rules: 50,
  /** A text that a rule compares, or removes from titles. */
  ruleText: 200,
  tagsPerRule: 10,
  /** Links that a test of rules shows. */
  ruleExamples: 5,
  feedAddress: 2048,
  /** Feeds of the collections of one library, where plans are limited and otherwise. */
  freeFeeds: 20,
  feeds: 200,
  /** Levels below the root. Bounds the depth of every recursive query. */
  collectionDepth: 1000,
  /** Of one copy of a collection. */
  copiedLinks: 100_000,
  copiedCollections: 10_000,
  page: 10_000,
  pageSize: 50,
  /** A bookmark file: 1,000,000 links with their icons have 150 to 350 MB. */
  importBytes: 500 * 1000 * 1000,
  /** A ZIP or another compressed bookmark file, which is read into memory. */
  compressedImportBytes: 50 * 1000 * 1000,
  /** The ZIP of an export of everything, and the `nestmark.json` in it. */
  importZipBytes: 20 * 1000 ** 3,
  importZipDataBytes: 500 * 1000 * 1000,
  /** A page that a program sends as one file. */
  sentPageBytes: 20 * 1000 * 1000,
  /** Unfinished uploads of one person. */
  openUploads: 100,
  /** Files are refused when the disk has less space than this many bytes, or than this share of it. */
  freeBytes: 1000 ** 3,
  freeShare: 0.05,
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
