import type { StyleSheet, WantedResource } from '@nestmark/core/copy/resources'

/** A fetched page. */
export interface FetchedHtml {
  /** The address of the response. */
  url: string
  bytes: Uint8Array
  /** Charset of the Content-Type header. */
  charset?: string
}

/** The article of a page. */
export interface Article {
  /** 'text' when no article was found, or the page is too large: then all words of the page. */
  kind: 'article' | 'text'
  /** HTML of allowed elements and attributes only; pictures have absolute addresses. */
  html: string
  /** The words, in lines. At most 1,000,000 UTF-16 code units. */
  text: string
  title: string
  /** What the page says about itself. */
  description: string
  byline: string
  siteName: string
  /** By BCP 47; '' when unknown. */
  lang: string
  dir: 'ltr' | 'rtl'
  /** Number of words. */
  words: number
  /** Milliseconds since 1970; null when unknown. */
  publishedAt: number | null
}

/** An embedded resource. */
export type EmbeddedResource =
  | { kind: 'picture' | 'font'; address: string; data: string }
  | { kind: 'styleSheet'; address: string; sheet: StyleSheet }

/** A request to the process. */
export type CopyRequest =
  /** Reads the article of a page, and lists the resources that its copy embeds. */
  | { task: 'read'; page: FetchedHtml; isFull: boolean; usesTree: boolean }
  /** Lists the resources of style sheets. */
  | { task: 'listSheets'; sheets: StyleSheet[] }
  /** Writes the copy of a page, compressed. */
  | { task: 'write'; page: FetchedHtml; at: number; resources: EmbeddedResource[] }
  /** Embeds pictures in an article, compressed. */
  | { task: 'embed'; html: string; resources: EmbeddedResource[] }

/** The answer of the process; empty when it failed. */
export interface CopyAnswer {
  article?: Article
  wanted?: WantedResource[]
  /** The addresses of the pictures of the article. */
  pictures?: string[]
  /** By gzip. */
  written?: Uint8Array
}
