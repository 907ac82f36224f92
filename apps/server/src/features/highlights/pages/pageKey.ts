import { hash } from 'node:crypto'
import { highlightsKey } from '@nestmark/core/addresses/url'

/** The address of a link of this server, as a key. Ids have 128 random bits, so the host need not be compared. */
const ownLink = /^[^/]+\/l\/([\w-]{22})$/

/** Returns the key of the page of an address: addresses of any length have short keys. */
export function toPageKey(address: string): string {
  const key = highlightsKey(address)
  const linkId = ownLink.exec(key)?.[1]
  return linkId === undefined ? hash('sha256', key, 'base64url') : toFileKey(linkId)
}

/** Compares parts of a file by their pages, in the order in which others lock several, and by their rows. */
export function byPage(
  one: { address: string; row: number },
  other: { address: string; row: number },
): number {
  const [key, next] = [toPageKey(one.address), toPageKey(other.address)]
  if (key === next) return one.row - other.row
  return key < next ? -1 : 1
}

/** Returns the key of the page of a link without an address, such as an uploaded PDF: it is that of the link's own address. */
export const toFileKey = (linkId: string): string => `file:${linkId}`

/** Returns the id of the link whose file the page of a key is; null for other pages. */
export const parseFileKey = (key: string): string | null => /^file:(.+)$/.exec(key)?.[1] ?? null

/** Returns the key of the page of an encrypted link, whose address the server does not have. */
export const toLinkKey = (linkId: string): string => `link:${linkId}`
