import type { HighlightPage } from '@nestmark/contract/highlights'
import { getLink } from '@nestmark/contract/links'
import type { Link } from '@nestmark/contract/shapes'
import { useQuery } from '@tanstack/react-query'
import { queryOptions } from '../../lib/api/operations.ts'
import { isLocked } from '@nestmark/client/encryption/sealedLink'

/** How long a page must be shown before its link is read, in milliseconds: not while a person scrolls past it. */
const pauseMs = 200

/** Reads the saved link of a page, which has its picture; undefined until it is read, and for a page that is not saved. */
export function useSavedLink({ saved }: HighlightPage): Link | undefined {
  const id = saved?._id
  const { data } = useQuery({
    ...queryOptions(getLink, { link_id: id ?? '' }, { quiet: true, pauseMs }),
    enabled: id !== undefined,
  })
  return id === undefined ? undefined : (data?.link ?? undefined)
}

/** Returns a page with the title and the address of its link, where that is encrypted and its key is in this browser. */
export function openPage(group: HighlightPage, link: Link | undefined): HighlightPage {
  if (group.enc === 0 || !link || isLocked(link)) return group
  return { ...group, link: link.link, data: { ...group.data, title: link.name } }
}
