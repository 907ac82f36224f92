import { type SearchType, searchTypeCodes } from '@nestmark/contract/search/searchTypes'
import { categories } from '@nestmark/core/limits'
import type { UserData } from '@nestmark/contract/session'
import { isFree } from '../session/plan.ts'

/** The search of a search page, as its URL contains it. */
export interface Search {
  q: string
  type: SearchType
  /** 1 to 5, or undefined for all. */
  category: number | undefined
  /** 1 for newest first, 2 for oldest first, undefined for best match first. */
  order: 1 | 2 | undefined
}

/** The values of the URL parameter `order`. */
const orderNames = { newest: 1, oldest: 2 } as const

/** The search type of every plan until the user chooses another one. */
export const defaultSearchType: SearchType = 'everything'

const paidTypes: readonly SearchType[] = [defaultSearchType, 'linkTitle', 'linkUrl', 'collectionName', 'tag']
const freeTypes: readonly SearchType[] = [defaultSearchType, 'link', 'collection', 'tag']

/** Returns the search types of the user's plan. */
export function listSearchTypes(me: UserData | undefined): readonly SearchType[] {
  return me && !isFree(me) ? paidTypes : freeTypes
}

/** Reads a search from the query string of the search page. Unknown values become the defaults. */
export function readSearch(search: string): Search {
  const query = new URLSearchParams(search)
  const type = query.get('type') ?? ''
  const category = query.get('category') ?? ''
  const order = query.get('order') ?? ''
  const found = categories.find(each => each.tag === category || String(each.code) === category)
  return {
    q: query.get('q') ?? '',
    type: Object.hasOwn(searchTypeCodes, type) ? (type as SearchType) : defaultSearchType,
    category: found?.code,
    order: Object.hasOwn(orderNames, order) ? orderNames[order as keyof typeof orderNames] : undefined,
  }
}

/** Returns the path of the search for the links that an import created, by its job. */
export const toImportPath = (job: string): string =>
  toSearchPath({ q: `import:${job}`, type: defaultSearchType, category: undefined })

/** Returns the path and query string of a search. */
export function toSearchPath({ q, type, category, order }: Omit<Search, 'order'> & Partial<Search>): string {
  const tag = categories.find(each => each.code === category)?.tag
  const name = order && (order === 1 ? 'newest' : 'oldest')
  const suffix = `${tag ? `&category=${tag}` : ''}${name ? `&order=${name}` : ''}`
  return `/search/?q=${encodeURIComponent(q)}&type=${type}${suffix}`
}
