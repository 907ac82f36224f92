import { cleanText, maxTitle } from '../fetching/pageMeta/cleanText.ts'
import type { Found, Picture } from './mediaTasks.ts'

/** The largest side of a file that is recorded, in pixels. */
const maxSide = 1_000_000
const maxPages = 1_000_000
/** Ten years, in milliseconds. */
const maxDuration = 315_576_000_000
const maxPlayType = 200
/** Small pictures have a few dozen kilobytes, large previews some hundreds, in bytes. */
const maxPictureBytes = 4_000_000
/** A picture that is written anew has the size of the uploaded one, in bytes. */
const maxRewrittenBytes = 40_000_000
/** In UTF-16 code units; the process limits the bytes. */
const maxTextLength = 1_000_000

/**
 * Returns what a process has found, as far as it is possible. The metadata of a file is untrusted, and a process that
 * reads it may have been taken over.
 */
export function cleanFound(found: Found): Found {
  const { width, height, duration, pages, pictures, preview, rewritten, text, words } = found
  const clean: Found = {}
  if (isWithin(width, 1, maxSide) && isWithin(height, 1, maxSide)) Object.assign(clean, { width, height })
  if (isWithin(duration, 0, maxDuration)) clean.duration = duration
  if (isWithin(pages, 1, maxPages)) clean.pages = pages
  for (const [name, length] of [
    ['title', maxTitle],
    ['artist', maxTitle],
    ['playType', maxPlayType],
  ] as const) {
    const line = cleanText(found[name], length)
    if (line !== '') clean[name] = line
  }
  if (Array.isArray(pictures) && pictures.length <= 2 && pictures.every(each => isPicture(each)))
    clean.pictures = pictures.map(each => ({ ...each, data: Buffer.from(each.data) }))
  if (preview && isPicture(preview)) clean.preview = { ...preview, data: Buffer.from(preview.data) }
  if (rewritten && isPicture(rewritten, maxRewrittenBytes))
    clean.rewritten = { ...rewritten, data: Buffer.from(rewritten.data) }
  if (typeof text === 'string') clean.text = text.slice(0, maxTextLength).toWellFormed()
  if (isWithin(words, 0, maxTextLength)) clean.words = words
  return clean
}

function isWithin(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
}

function isPicture(picture: Picture, maxBytes = maxPictureBytes): boolean {
  return (
    picture.data instanceof Uint8Array &&
    picture.data.length <= maxBytes &&
    isWithin(picture.width, 1, maxSide) &&
    isWithin(picture.height, 1, maxSide)
  )
}
