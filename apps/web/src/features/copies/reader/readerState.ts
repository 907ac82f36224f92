import { parseSearch } from '@nestmark/core/searchQuery/query'
import { type Location, useLocation } from '../../../lib/router/location.ts'
import { withParameters } from '../../../lib/addresses.ts'

/** The router state of the reader. */
export interface ReaderState {
  /** It was opened on another page of the app, to which it closes. */
  isInside?: boolean
  /** The index of the link in the list from which it was opened. */
  index?: number
  /** The address of that list. */
  list?: Pick<Location, 'pathname' | 'search'>
}

/** The router state of a page that shows a link of a list: over the list, or next to it. */
interface LinkState {
  over?: ReaderState['list']
  index?: number
  peekIndex?: number
}

/** Returns the state with which the reader opens from the current page. */
export function useReaderState(): ReaderState {
  const { pathname, search, state } = useLocation()
  const { over, index, peekIndex } = (state ?? {}) as LinkState
  if (over) return { isInside: true, list: over, index }
  const isPeek = new URLSearchParams(search).has('peek')
  if (!isPeek) return { isInside: true }
  return {
    isInside: true,
    list: { pathname, search: withParameters(search, { peek: '' }) },
    index: Math.max(0, peekIndex ?? 0),
  }
}

/** Returns the words of the search from which the reader was opened; '' without one. */
export function readSearchedWords({ list }: ReaderState): string {
  const query = new URLSearchParams(list?.search ?? '')
  return parseSearch(query.get('q') ?? '').text.trim()
}
