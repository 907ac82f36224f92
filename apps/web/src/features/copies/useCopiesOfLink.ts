import type { PageCopies } from '@nestmark/contract/copies'
import type { Link } from '@nestmark/contract/shapes'
import { useToken } from '../../lib/token.ts'
import { useHasPdf } from '../session/useHasPdf.ts'
import { areCopiesAvailable } from './copyModes.ts'
import { useCopies } from './data.ts'
import { hasKeepablePage } from './hasKeepablePage.ts'

/** Reads the copies of the page of a link; undefined until they are known, and where there can be none. */
export function useCopiesOfLink(link: Link): PageCopies | undefined {
  const signedIn = useToken() !== null
  const hasPdf = useHasPdf()
  // Visitors cannot read copies.
  return useCopies(link._id, signedIn && (areCopiesAvailable() || hasPdf) && hasKeepablePage(link)).data
}

/** Returns whether the page of a link is gone and a copy of it is the better way to its content. */
export function useIsPageGone(link: Link): boolean {
  const copies = useCopiesOfLink(link)
  return copies?.page === 'gone' && copies.versions.length > 0
}
