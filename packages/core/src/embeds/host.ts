/** Category numbers of the specification, section 1. */
export type EmbedCategory = 1 | 2 | 3 | 4 | 5

/** A code of the specification's section 3: a number, or '13-1', '13-2', '14-1', '14-2'. */
export type SubCategory = number | string

/** 1 video site, 2 mp4, 3 3gp, 4 webm. */
export type LinkVideoType = 1 | 2 | 3 | 4

/** The result of recognising the address of a known host. */
export interface EmbedMatch {
  /** null where the specification has no code, as in category 3. */
  subCategory: SubCategory | null
  linkVideoType?: LinkVideoType
  /** An https address for an iframe, built from an extracted id (X06). */
  embed?: string
  /** The player's id is not in the address: the server looks it up when the link is saved. */
  needsLookup?: true
  /**
   * 'page': read the page or the host's oEmbed response, and pass the iframe's source to `validatePlayerAddress`.
   * 'redirect': a short address; follow it and recognise its target.
   */
  lookup?: 'page' | 'redirect'
}

/** One row of the table of hosts. */
export interface EmbedHost {
  /** Stable identifier for code. */
  key: string
  /** Display name, shown in 'Embed options'. */
  label: string
  category: EmbedCategory
  /** Host names. A name includes its subdomains (`m.youtube.com`). */
  hosts: readonly string[]
  /** Hosts from which an iframe of this row may load, for the page's `frame-src`. */
  frames: readonly string[]
  /**
   * Recognises an address of this host; returns null for other pages of it.
   * @param parts the decoded, non-empty parts of the path
   */
  match(url: URL, parts: readonly string[]): EmbedMatch | null
  /** The only accepted player addresses when a page is looked up. */
  player?: { path: RegExp; keep: readonly string[] }
}

/** Returns a row of the table. */
export const toHost = (
  category: EmbedCategory,
  key: string,
  label: string,
  hosts: readonly string[],
  frames: readonly string[],
  match: EmbedHost['match'],
  player?: EmbedHost['player'],
): EmbedHost => ({ category, key, label, hosts, frames, match, player })

/** Returns whether a host is this site or a subdomain of it. `notyoutube.com` and `youtube.com.evil.org` are not (X06). */
export function isHost(hostname: string, site: string): boolean {
  return hostname === site || hostname.endsWith(`.${site}`)
}

/** Returns the decoded, non-empty parts of a path. A part that cannot be decoded stays unchanged. */
export function splitPath(url: URL): string[] {
  return splitFullPath(url).filter(part => part !== '')
}

/** Returns the decoded parts of a path, also the empty ones. */
export function splitFullPath({ pathname }: URL): string[] {
  return pathname
    .slice(1)
    .split('/')
    .map(part => {
      try {
        return decodeURIComponent(part)
      } catch {
        return part
      }
    })
}

/** Builds an https address from its parts; parameters without a value are omitted. */
export function buildFrameAddress(base: string, query: Record<string, string | number | null> = {}): string {
  const url = new URL(`https://${base}`)
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== '' && value !== 0) url.searchParams.set(name, String(value))
  }
  return url.href
}

/** Returns the part when it has the form of an id, else null. */
export function matchId(part: string | null | undefined, shape: RegExp): string | null {
  return typeof part === 'string' && shape.test(part) ? part : null
}

/** Returns the digits at the end of a slug: `1234` for `some-title--1234`. */
export function parseTrailingNumber(part: string | undefined): string | null {
  return /(?:^|-)(\d{1,15})$/.exec(part ?? '')?.[1] ?? null
}

/** Returns a result whose id has to be looked up. */
export function createLookUp(
  subCategory: SubCategory | null,
  lookup: 'page' | 'redirect' = 'page',
): EmbedMatch {
  return { subCategory, needsLookup: true, lookup }
}
