/** The metadata of a public page for link previews. */
export interface LinkPreview {
  title: string
  description: string
  /** Address of the page. */
  url: string
  /** Address of a picture, or ''. */
  image: string
  /** Addresses of the feeds of a collection, by their type. */
  feeds: Record<string, string>
}

/** Returns the metadata of a link or collection, or null when it is not public. */
export type ReadLinkPreview = (kind: 'link' | 'collection', id: string) => Promise<LinkPreview | null>

/** The content of a public collection for visitors without scripts, and for search engines. */
export interface PublicContent {
  title: string
  description: string
  author: string
  /** The path of the page. */
  path: string
  /** The words that the visitor searches for, or ''. */
  query: string
  collections: readonly PublicEntry[]
  links: readonly PublicEntry[]
}

export interface PublicEntry {
  title: string
  /** An http address, or a path of this server. */
  address: string
}

/** Returns the content of a public collection, or null when it is not public. */
export type ReadPublicContent = (
  id: string,
  request: { query: string; ip: string },
) => Promise<PublicContent | null>

export type FeedFormat = 'atom' | 'json'

export interface FeedRequest {
  /** The id of a collection. */
  id: string
  format: FeedFormat
  /** True when the links of descendants are included. */
  includeSub: boolean
  ip: string
  /** Where the feed belongs to a company page, which has separate addresses and a name. */
  site?: {
    /** The address of the top page, without a slash at its end. */
    page: string
    origin: string
    name: string
  }
}

export interface Feed {
  text: string
  /** When it last changed, in milliseconds since 1970; null when no date covers every change. */
  lastModified: number | null
  /** A hash of the text. */
  tag: string
}

/** A page of the blog, for the frame that the build of the site wrote. */
export interface BlogPage {
  status: 200 | 404 | 503
  title: string
  description: string
  /** Its path, which is its canonical address. */
  path: string
  /** HTML. */
  content: string
  /** A path of a picture for link previews, if it has its own. */
  image?: string
}

/** What the blog answers. */
export interface Blog {
  list(page: number): Promise<BlogPage>
  post(slug: string): Promise<BlogPage>
  /** Returns the Atom feed; null while the posts cannot be reached. */
  feed(): Promise<string | null>
  /** Returns a picture of a post as WebP; null for a wrong signature, and for a picture that cannot be read. */
  picture(address: string, signature: string): Promise<Buffer | null>
  /** Returns the paths of the newest posts. */
  listSlugs(): Promise<string[]>
}
