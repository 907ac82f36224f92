import { getCopy, type PageCopies } from '@nestmark/contract/reading/copies'
import type { Link } from '@nestmark/contract/shapes'
import { safeHref } from '../../../lib/addresses.ts'
import { useOperation } from '../../../lib/api/operations.ts'
import { areCopiesAvailable } from '../../../lib/browser/copyModes.ts'
import { useToken } from '../../../lib/browser/token.ts'
import { useHasPdf } from '../../session/useHasPdf.ts'

/** Returns whether a link has a page of which there can be copies: not a file, nor in the trash. */
export const hasKeepablePage = ({ link, enc, isFile, is_trash: isTrashed }: Link): boolean =>
  safeHref(link) !== undefined && enc === 0 && isFile === 0 && isTrashed === 0

/** The addresses of copies are valid for five minutes. */
const refetchMs = 4 * 60_000

/** Reads the copies of the page of a link. The server notifies the page when their state changes. */
export const useCopies = (link_id: string, enabled = true) =>
  useOperation(getCopy, { link_id }, { enabled, quiet: true, refetchMs })

/** Reads the copies of the page of a link; undefined until they are known, and where there can be none. */
export function useCopiesOfLink(link: Link): PageCopies | undefined {
  const signedIn = useToken() !== null
  const hasPdf = useHasPdf()
  // Visitors cannot read copies.
  return useCopies(link._id, signedIn && (areCopiesAvailable() || hasPdf) && hasKeepablePage(link)).data
}

/** Returns whether the page of a link is deleted and a copy of it is the better way to its content. */
export function useIsPageLost(link: Link): boolean {
  const copies = useCopiesOfLink(link)
  return copies?.page === 'gone' && copies.versions.length > 0
}
