import { getFavLinks } from '@nestmark/contract/links'
import type { Link } from '@nestmark/contract/shapes'
import { type Pages, useOperationPages } from '../../lib/api/pages.ts'

const linksOf = (answer: { links: Link[]; total: number }) => ({ items: answer.links, total: answer.total })

/** The favourite links, the newest first. */
export function useFavouriteLinks(): Pages<Link> {
  return useOperationPages(getFavLinks, {}, linksOf)
}
