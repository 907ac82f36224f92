import type { FetchedPage } from './requests/fetchPage.ts'

/** The kind of content at an address. */
export type PageKind = 'html' | 'image' | 'pdf' | 'video' | 'audio' | 'other'

/** Types that servers use for unknown content; the bytes decide. */
const genericTypes = new Set([
  '',
  'text/plain',
  'application/octet-stream',
  'binary/octet-stream',
  'application/x-download',
])
const htmlTypes = new Set(['text/html', 'application/xhtml+xml'])
const extensions: [PageKind, RegExp][] = [
  ['image', /\.(jpe?g|png|gif|webp|avif|bmp|ico)$/i],
  ['video', /\.(mp4|m4v|webm|3gp|mov|ogv|mkv)$/i],
  ['audio', /\.(mp3|m4a|ogg|oga|opus|wav|flac|aac)$/i],
  ['pdf', /\.pdf$/i],
]

/**
 * Returns the maximum number of bytes of a body to read, by its type: pages and documents for their titles,
 * unknown types enough for detection, and media nothing.
 */
export function getMaxBytes(type: string): number {
  if (htmlTypes.has(type) || type === 'application/pdf') return 5_000_000
  return genericTypes.has(type) || isFeed(type) ? 500_000 : 0
}

/** Returns true for feeds, which have a title element too. */
export function isFeed(type: string): boolean {
  return /^(text|application)\/(rss\+|atom\+|rdf\+)?xml$/.test(type)
}

/** Detects the kind of a response, by its type, its first bytes, or the extension of its address. */
export function detectKind({ contentType, body, url }: FetchedPage): PageKind {
  if (htmlTypes.has(contentType)) return 'html'
  if (contentType === 'application/pdf' || contentType === 'application/x-pdf') return 'pdf'
  const family = contentType.split('/')[0]
  if (family === 'image' || family === 'video' || family === 'audio') return family
  if (!genericTypes.has(contentType)) return 'other'
  const start = body.toString('latin1', 0, 1024)
  if (start.includes('%PDF-')) return 'pdf'
  if (/^(\xff\xd8\xff|\x89PNG|GIF8|RIFF....WEBP)/s.test(start)) return 'image'
  if (/<(!doctype html|html|head|title|meta)[\s>]/i.test(start.replaceAll('\0', ''))) return 'html'
  const path = URL.parse(url)?.pathname ?? ''
  return extensions.find(([, ending]) => ending.test(path))?.[0] ?? 'other'
}
