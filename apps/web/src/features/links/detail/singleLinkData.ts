import { getLink } from '@nestmark/contract/links/links'
import type { Link } from '@nestmark/contract/shapes'
import type { errorStatus } from '@nestmark/contract/errors'
import { visitLink, listPeopleWithAccess } from '@nestmark/contract/sharing/share'
import { pageErrorTexts } from '@nestmark/texts/pageErrors'
import { useMemo } from 'react'
import { isInaccessible, isUnreachable, Refusal } from '../../../lib/api/client.ts'
import { useOperation } from '../../../lib/api/operations.ts'
import { useToken } from '../../../lib/browser/token.ts'
import { findCachedLink } from '../data.ts'

/** Loaded later: the table of all codes is large, and the first page does not need it. */
const visitStatus = { 'links.notFound': 404, 'links.private': 403 } satisfies Partial<typeof errorStatus>

/**
 * Reads one link. Shows the version from a cached list until the answer arrives, and while the server is unreachable.
 */
export function useLink(link_id: string) {
  const signedIn = useToken() !== null
  const ownQuery = useOperation(getLink, { link_id }, { enabled: signedIn, quiet: true })
  const visitorQuery = useOperation(visitLink, { link_id }, { enabled: !signedIn, quiet: true })
  const cached = useMemo(() => findCachedLink(link_id), [link_id])
  if (!signedIn) {
    const code = visitorQuery.data?.code
    const refused = code && new Refusal({ status: visitStatus[code], code, message: pageErrorTexts[code] })
    return {
      link: isInaccessible(visitorQuery.error) ? undefined : (visitorQuery.data?.link ?? undefined),
      error: refused ?? visitorQuery.error,
      retry: () => void visitorQuery.refetch(),
    }
  }
  const { data, error, refetch } = ownQuery
  return {
    // After a loss of access the cached version must not be shown.
    link: isInaccessible(error)
      ? undefined
      : (data?.link ?? (error && !isUnreachable(error) ? undefined : cached)),
    error,
    retry: () => void refetch(),
  }
}

/**
 * Returns how many other users see a link of the user, directly or through its collection: 'anyone' where it is
 * public; undefined until it is known.
 * @param isInRoot the link is in the root, which cannot be shared
 */
export function useOtherViewers(link: Link, isInRoot: boolean): number | 'anyone' | undefined {
  const isPublic = link.is_public === 1
  const enabled = !isPublic && !isInRoot && link.is_trash === 0 && link.parent !== ''
  const { data } = useOperation(listPeopleWithAccess, { folder_id: link.parent }, { enabled, quiet: true })
  if (isPublic || data?.public_through) return 'anyone'
  if (!enabled) return 0
  return data?.people.filter(person => person.type !== 'owner').length
}
