/** Category numbers of the specification, section 1. */
export type EmbedCategory = 1 | 2 | 3 | 4 | 5

/** A code of the specification's section 3: a number, or '13-1', '13-2', '14-1', '14-2'. */
export type SubCategory = number | string

/** 1 video site, 2 mp4, 3 3gp, 4 webm. */
export type LinkVideoType = 1 | 2 | 3 | 4

/** What an address of a known host turns out to be. */
export interface Found {
  /** null where the specification has no code, as in category 3. */
  subCategory: SubCategory | null
  linkVideoType?: LinkVideoType
  /** An https address for an iframe, rebuilt here from an extracted id (X06). */
  embed?: string
  /** The player's id is not in the address: the server looks it up when the link is saved. */
  needsLookup?: true
  /**
   * 'page': read the page, or the host's oEmbed answer, and give the iframe's source to `trustedPlayer`.
   * 'redirect': a short address; follow it and recognise where it leads.
   */
  lookup?: 'page' | 'redirect'
}

/** One row of the table of hosts. */
export interface EmbedHost {
  /** Stable name for code. */
  key: string
  /** Name for people, shown in 'Embed options'. */
  label: string
  category: EmbedCategory
  /** Sites by name; a name also stands for what lies below it (`m.youtube.com`). */
  hosts: readonly string[]
  /** How sure it is that the specification's code means this host. */
  confidence: 'high' | 'medium' | 'low'
  /** Hosts an iframe of this row may load from, for the page's `frame-src`. */
  frames: readonly string[]
  /** @param parts the path's decoded, non-empty parts */
  match(url: URL, parts: readonly string[]): Found | null
  /** The only player addresses believed when a page is looked up. */
  player?: { path: RegExp; keep: readonly string[] }
}

/** Whether a host is this site or lies below it. `notyoutube.com` and `youtube.com.evil.org` do not (X06). */
export function isHost(hostname: string, site: string): boolean {
  return hostname === site || hostname.endsWith(`.${site}`)
}

/** The decoded, non-empty parts of a path. A part that does not decode stays as it is. */
export function pathParts(url: URL): string[] {
  return url.pathname
    .split('/')
    .filter(part => part !== '')
    .map(part => {
      try {
        return decodeURIComponent(part)
      } catch {
        return part
      }
    })
}

/** An https address from its parts; parameters without value are left out. */
export function frame(base: string, query: Record<string, string | number | null> = {}): string {
  const url = new URL(`https://${base}`)
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== '' && value !== 0) url.searchParams.set(name, String(value))
  }
  return url.href
}

/** The part when it has the shape of an id, else null. */
export function idLike(part: string | null | undefined, shape: RegExp): string | null {
  return typeof part === 'string' && shape.test(part) ? part : null
}

/** Digits at the end of a slug: `some-title--1234` gives `1234`. */
export function trailingNumber(part: string | undefined): string | null {
  return /(?:^|-)(\d{1,15})$/.exec(part ?? '')?.[1] ?? null
}

/** Found, but the id has to be looked up. */
export function lookUp(subCategory: SubCategory | null, lookup: 'page' | 'redirect' = 'page'): Found {
  return { subCategory, needsLookup: true, lookup }
}
