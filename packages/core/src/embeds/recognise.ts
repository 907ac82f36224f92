import { parseHttpUrl } from '../addresses/httpUrl.ts'
import { normaliseAddress } from '../addresses/url.ts'
import { splitPath, type EmbedCategory, type EmbedHost, type EmbedMatch, type LinkVideoType } from './host.ts'
import { hosts } from './hosts.ts'

export type { EmbedCategory, LinkVideoType, SubCategory } from './host.ts'

/** What a link is, by its host or by its file name (specification 1, section 3). */
export interface Recognised extends EmbedMatch {
  category: EmbedCategory
  /** The host's display name. */
  label: string
  /** The row's stable identifier: `youtube`, `spotify`, …; `imageFile` or `videoFile` for a direct file. */
  key: string
}

/** The rows by host name. An index, because an import looks up each of its links. */
const hostsByName = new Map<string, EmbedHost[]>()
for (const host of hosts)
  for (const site of host.hosts) hostsByName.set(site, [...(hostsByName.get(site) ?? []), host])

const videoFiles: Record<string, LinkVideoType> = { mp4: 2, '3gp': 3, webm: 4 }
// The page of a wiki or a repository about a file ends in the file's name, but is a page.
const filePagePattern = /\/(?:wiki|blob)\//
const imageFiles = /\.(?:jpe?g|png|gif|webp|avif|svg|bmp|ico)$/i

/**
 * Recognises a link by its host, else by the file name in its path (EMB-01, SAVE-21, SCRP-04). The host must match
 * completely or as a subdomain, and the player's address is built from the extracted id (X06).
 * @param address an address, with or without scheme
 * @returns category, codes and player; null for a plain link, image or note (EMB-04)
 */
export function recognise(address: string): Recognised | null {
  const stored = normaliseAddress(address)
  const url = stored === null ? null : parseHttpUrl(stored)
  if (url === null) return null
  return matchHost(url) ?? matchFile(url)
}

/** The entries of 'Embed options', by category: exactly the hosts that `recognise` knows (EMB-01). */
export const embedHosts: readonly { key: string; label: string; category: EmbedCategory }[] = [
  { key: 'imageFile', label: 'Image address (jpg, png, gif, webp, avif, svg)', category: 1 as const },
  { key: 'videoFile', label: 'Video address (mp4, 3gp, webm)', category: 2 as const },
  ...hosts.map(({ key, label, category }) => ({ key, label, category })),
].sort((a, b) => a.category - b.category)

/** The hosts from which iframes may load, for the page's `frame-src` (X06), sorted and without duplicates. */
export const frameHosts: readonly string[] = [...new Set(hosts.flatMap(host => host.frames))].sort()

function matchHost(url: URL): Recognised | null {
  // Another port means another server on that machine.
  if (url.port !== '') return null
  const known = lookUpHosts(url.hostname)
  if (known.length === 0) return null
  const parts = splitPath(url)
  for (const host of known) {
    const found = host.match(url, parts)
    if (found !== null) return { ...found, category: host.category, label: host.label, key: host.key }
  }
  return null
}

/** Returns the rows of a host, by its name and its parent domains, in the order of the table. */
function lookUpHosts(hostname: string): readonly EmbedHost[] {
  let found: readonly EmbedHost[] = []
  for (let name = hostname, dot = 0; dot >= 0; name = name.slice(dot + 1)) {
    const here = hostsByName.get(name)
    if (here)
      found = found.length === 0 ? here : hosts.filter(host => found.includes(host) || here.includes(host))
    dot = name.indexOf('.')
  }
  return found
}

function matchFile(url: URL): Recognised | null {
  if (filePagePattern.test(url.pathname)) return null
  const ending = /\.(mp4|3gp|webm)$/i.exec(url.pathname)?.[1]?.toLowerCase()
  const linkVideoType = ending === undefined ? undefined : videoFiles[ending]
  if (linkVideoType !== undefined)
    return { category: 2, subCategory: 2, linkVideoType, label: 'Video address', key: 'videoFile' }
  if (imageFiles.test(url.pathname))
    return { category: 1, subCategory: 1, label: 'Image address', key: 'imageFile' }
  return null
}
