import { createContext, use } from 'react'
import { useToken } from '../../lib/browser/token.ts'

/** The targets of the tags and categories of links; null when they are not links. */
export interface Browse {
  tag: (name: string) => string | null
  /** @param tag see, watch, explore, read, listen */
  category: (tag: string) => string | null
  /** The addresses filter the list on the page, which keeps its position. */
  filtersList?: boolean
}

/** Replaces the addresses in a part of the page, such as a public collection, which filters itself. */
export const BrowseContext = createContext<Browse | null>(null)

/** Returns the address of the search for a tag. */
export function tagPath(name: string): string {
  return `/search/?q=${encodeURIComponent(name)}&type=tag`
}

const library: Browse = { tag: tagPath, category: tag => `/search/?q=${tag}&type=category` }
/** A visitor has no library to search. */
const nothing: Browse = { tag: () => null, category: () => null }

/** Returns the targets of tags and categories: by default the search in the user's library. */
export function useBrowse(): Browse {
  const given = use(BrowseContext)
  const signedIn = useToken() !== null
  return given ?? (signedIn ? library : nothing)
}
