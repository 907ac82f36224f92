import type { Link } from '@nestmark/contract/shapes'

/** The page that highlights belong to. */
export type PageTarget = { url: string } | { link_id: string }

/**
 * Returns the page whose highlights a link shows: its address, so that highlights made on the page itself are among them;
 * the link itself where it is encrypted. A link without an address, such as an uploaded PDF, has its own.
 */
export function toPageTarget({ _id, link, enc }: Pick<Link, '_id' | 'link' | 'enc'>): PageTarget {
  if (enc === 1) return { link_id: _id }
  return { url: link === '' ? `${location.origin}/l/${_id}` : link }
}
