/** Where a company page is served. */
export interface CompanySite {
  /** The id of its top collection. */
  id: string
  /** The address of the server without a path, such as `https://links.example.org`. */
  origin: string
  /** The path of the top page, without a slash at its end. */
  base: string
}

export interface CompanyPageRequest {
  site: CompanySite
  /** The path below the base: `''`, `c/<id>`, `l/<id>`, `feed.xml`, `sitemap.xml`, or `robots.txt` on a custom host. */
  path: string
  /** The words that the visitor searches for, or ''. */
  query: string
  /** A category from 1 to 5, or null for all. */
  category: number | null
  /** From 1. */
  page: number
  ip: string
}

export interface CompanyPageAnswer {
  type: string
  /** A text, or the bytes of a picture. */
  content: string | Uint8Array
}

/** Returns the path of a logo below the base. */
export const toLogoPath = (id: string): string => `logo/${id}`

/** What a custom host shows. */
export interface HostSite {
  /** The id of the collection. */
  id: string
  /** The content of the file that proves the host; null without one. */
  proof: string | null
}

/** Returns a page or file of a company page; null where there is none that is public. */
export type ReadCompanyPage = (request: CompanyPageRequest) => Promise<CompanyPageAnswer | null>
