/** A post of the blog. */
export interface BlogPost {
  /** Its name in addresses, decoded. */
  slug: string
  /** Plain text, as is the excerpt. */
  title: string
  excerpt: string
  /** HTML of allowed elements only, with absolute addresses. */
  html: string
  /** Milliseconds since 1970. */
  date: number
  /** An absolute address, or a path of this server. */
  image: { address: string; alt: string } | null
}

/** The response to parse. */
export interface RawPosts {
  url: string
  bytes: Uint8Array
}
