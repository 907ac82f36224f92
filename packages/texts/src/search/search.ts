import { counted, formatNumber } from '../counts.ts'
import { quoted } from '../quoted.ts'

/** Lists where a search looks, without the collections. */
const toFields = (hasDescriptions: boolean) =>
  `titles, addresses, ${hasDescriptions ? 'descriptions, ' : ''}tags`

/** The search: its field, its results and its filters. */
export const searchTexts = {
  page: 'Search',
  resultsFor: (q: string) => `Results for ${quoted(q)}`,
  /**
   * `type` is '' for everything; `filters` continue the count.
   * `isLimited`: there are more links than were counted; `noun`: what they are.
   */
  counts: (
    type: string,
    links: number | undefined,
    folders: number | undefined,
    isLimited = false,
    filters = '',
    noun = 'link',
  ) => {
    const found = [
      links === undefined ? '' : isLimited ? `${formatNumber(links)}+ ${noun}s` : counted(links, noun),
      folders === undefined ? '' : counted(folders, 'collection'),
    ]
      .filter(Boolean)
      .join(', ')
    return [type, found && filters ? `${found} ${filters}` : found].filter(Boolean).join(' · ')
  },
  /** Under a search without results, with its filters. */
  searchedOnly: (filters: string) => `Searched only links ${filters}.`,
  clearFilters: 'Clear filters',
  types: 'Search for',
  collections: 'Collections',
  links: 'Links',
  viewAll: 'View All',
  none: 'No results matching your query!',
  didYouMean: 'Did you mean',
  noneLine: 'Try fewer or shorter words, or search everywhere.',
  /** @param hasDescriptions the plan searches descriptions too */
  noneAnywhere: (hasDescriptions: boolean) =>
    `Nothing in ${toFields(hasDescriptions)} or collections. Try fewer or shorter words.`,
  noneCategory: 'Nothing of this type yet.',
  everywhere: 'Search everywhere',
  ask: 'What are you looking for?',
  /** @param hasDescriptions the plan searches descriptions too */
  askLine: (hasDescriptions: boolean) =>
    `Search ${toFields(hasDescriptions)} and collections. Narrow it down with tag:, in:, site:, type:, is:favourite, before:, after:, “phrases” and -minus.`,
  /** For screen readers, after Enter in the search field. */
  enterOpens: 'Press Enter again to open the first result',
  clear: 'Clear search',
  suggestions: 'Suggestions',
  filters: 'Filters',
  not: (operator: string) => `not ${operator}`,
  /** Before the filter, for screen readers. */
  removeFilter: 'Remove',
  /** Where the words of a search are, when they are not in the title. */
  matchedIn: {
    desc: 'in the description',
    note: 'in the note',
    link: 'in the address',
    page: 'in the page',
    tags: 'in the tags',
  },
  narrow: 'Narrow down',
  back: (title: string) => `Back to ${title}`,
  tagHint: 'Tag',
  operators: {
    tag: 'has a tag',
    in: 'is in a collection or its sub-collections',
    site: 'is on a site',
    type: 'is an image, video, link, note or audio',
    is: 'is a favourite',
    before: 'was saved before a day, month or year',
    after: 'was saved on or after a day, month or year',
  },
  sort: 'Sort',
  export: 'Export results',
  best: 'Best first',
  newest: 'Newest first',
  oldest: 'Oldest first',
  /** The search of an encrypted collection, in this browser. */
  scope: {
    /** The name of the search field. */
    field: (name: string) => `Search in ${name}`,
    /** Before the name of the collection. */
    in: 'in',
    line: 'Only this collection is searched, in this browser. Click to search your library: then what you type is sent to the server.',
    /** For screen readers, before 'in' and the name of the collection. */
    notOnly: 'Search the whole library, not only',
    only: (name: string) => `Only ${quoted(name)} was searched, in this browser`,
    locked: (name: string) => `${quoted(name)} is locked, so its links were not searched`,
    widen: 'Search the whole library',
    widenLine: 'This sends what you typed to the server.',
  },
  /** Encrypted links, which the browser searches. */
  encrypted: {
    /** In a search field: what is searched besides the links that the server can read. */
    here: (n: number) => `and in ${counted(n, 'unlocked link')}`,
    hereLine: 'These are searched in this browser. What you type is also sent to the server.',
    /** In the filter of an encrypted collection. */
    hereOnly: 'Only in this browser',
    hereOnlyLine: 'Nothing that you type here is sent.',
    /** The links without encryption of an encrypted collection. Their number may be unknown. */
    plain: (n: number | undefined) =>
      n === undefined
        ? 'Links without encryption were not searched'
        : `${counted(n, 'link')} without encryption ${n === 1 ? 'was' : 'were'} not searched`,
    searchPlain: (n: number | undefined) =>
      n === undefined ? 'Search links without encryption' : `Search ${counted(n, 'link')} without encryption`,
    searchPlainLine: 'This sends what you typed to the server.',
    /** For visitors of a public collection. */
    onlyWithKey: 'Encrypted links are found only by people who have their key.',
    reading: (total: number) => `Reading ${counted(total, 'link')}`,
    count: (done: number, total: number) =>
      `${formatNumber(Math.min(done, total))} of ${formatNumber(total)}`,
    stop: 'Stop',
    locked: (n: number) => `${counted(n, 'locked link')} ${n === 1 ? 'was' : 'were'} not searched`,
    unread: (n: number) => `${counted(n, 'encrypted link')} ${n === 1 ? 'was' : 'were'} not searched`,
    /** Where their number is not known. */
    lockedSome: 'Locked links were not searched',
    /** In the filter of a collection, some of whose links are locked. */
    searchOpen: (open: number) => `Search ${counted(open, 'open link')}`,
    notSortedByTitle: 'Encrypted links stay together: the server can’t sort titles that it can’t read.',
    notSortedBySite: 'Encrypted links stay together: the server can’t sort addresses that it can’t read.',
    read: 'Search them too',
  },
}
