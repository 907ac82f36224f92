import { counted, formatNumber } from './counts.ts'

/** The search: its field, its results and its filters. */
export const searchTexts = {
  page: 'Search',
  resultsFor: (q: string) => `Results for “${q}”`,
  /** `isLimited`: there are more links than were counted. */
  counts: (type: string, links: number | undefined, folders: number | undefined, isLimited = false) =>
    [
      type,
      [
        links === undefined ? '' : isLimited ? `${formatNumber(links)}+ links` : counted(links, 'link'),
        folders === undefined ? '' : counted(folders, 'collection'),
      ]
        .filter(Boolean)
        .join(', '),
    ]
      .filter(Boolean)
      .join(' · '),
  looking: 'Searching',
  types: 'Search for',
  categories: 'Category',
  collections: 'Collections',
  links: 'Links',
  viewAll: 'View All',
  none: 'No results matching your query!',
  noneLine: 'Try fewer or shorter words, or look in another place.',
  noneCategory: 'Nothing of this kind is saved yet.',
  everywhere: 'Search everywhere',
  ask: 'What are you looking for?',
  askLine:
    'Words, beginnings and parts of words find titles, addresses, descriptions, tags and collections. Narrow it by tag:, in:, site:, type:, is:favourite, before:, after:, “phrases” and -minus.',
  clear: 'Clear search',
  suggestions: 'Suggestions',
  tagHint: 'Tag',
  operators: {
    tag: 'carries a tag',
    in: 'is in a collection or inside it',
    site: 'is on a site',
    type: 'is an image, video, link, note or audio',
    is: 'is a favourite',
    before: 'was saved before a day, month or year',
    after: 'was saved on or after a day, month or year',
  },
  sort: 'Sort',
  best: 'Best first',
  newest: 'Newest first',
  oldest: 'Oldest first',
}
