import { counted } from './counts.ts'

/** The search: its field, its results, and what narrows them. */
export const searchTexts = {
  page: 'Search',
  resultsFor: (q: string) => `Results for “${q}”`,
  counts: (type: string, links: number | undefined, folders: number | undefined) =>
    [
      type,
      [
        links === undefined ? '' : counted(links, 'link'),
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
  askLine: 'Words, beginnings and parts of words find titles, addresses, descriptions, tags and collections.',
  clear: 'Clear search',
}
