import { counted } from '../counts.ts'
import { quoted } from '../quoted.ts'

/** The company page of a public collection. It never has the name of the product. */
export const companyPageTexts = {
  search: (name: string) => `Search ${name}`,
  searchButton: 'Search',
  nav: 'Collections',
  more: 'More',
  skip: 'Skip to content',
  follow: 'Follow by feed',
  feed: 'Feed',
  links: (n: number) => counted(n, 'link'),
  collections: (n: number) => counted(n, 'collection'),
  updated: 'Updated',
  shelves: 'Collections',
  newest: 'New',
  found: (n: number, query: string) => `${counted(n, 'link')} for ${quoted(query)}`,
  all: 'All',
  kinds: 'Kind of link',
  categories: ['', 'Image', 'Video', 'Link', 'Note', 'Audio'],
  newer: 'Newer',
  older: 'Older',
  pages: 'Pages',
  open: 'Open the page',
  empty: 'Nothing here yet',
  noOlder: 'No older links',
  noMatch: 'Nothing found',
  top: 'All collections',
  notReady: 'This library is being set up.',
  notFound: 'There is no such page.',
  busy: 'Too many requests. Try again in a moment.',
  failed: 'This page cannot be shown at the moment. Try again later.',
} as const
