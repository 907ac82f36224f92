import { promisify } from 'node:util'
import { gunzip, gunzipSync } from 'node:zlib'
import { createExcerpt } from '@nestmark/core/highlightMatches'
import type { Queries } from '../../db/db.ts'
import { readPageTextsOf } from './copyStore.ts'

const unpackLater = promisify(gunzip)
/** A text of this packed size is unpacked in less time than it takes to send it to another thread, in bytes. */
const smallText = 20_000
const unpack = (text: Uint8Array) => (text.length <= smallText ? gunzipSync(text) : unpackLater(text))
/** The part of a text in which a match is searched in one step, and the overlap of two parts, in UTF-16 code units. */
const part = { length: 2000, overlap: 200 }
/** The ends of lines, and of the pages of a document, which a browser shows as nothing. */
const lineEnds = /[\n\r\f]/g
/** The distance within which a match is searched. */
const maxSearched = 300_000

/** Returns an excerpt of the page of each link, around the first match. Parts at odd indexes match. */
export async function readPageExcerpts(
  db: Queries,
  linkIds: ReadonlySet<string>,
  input: string,
): Promise<Map<string, string[]>> {
  const excerpts = new Map<string, string[]>()
  for (const { id, text } of await readPageTextsOf(db, [...linkIds])) {
    const found = createPageExcerpt((await unpack(text)).toString('utf8'), input)
    if (found) excerpts.set(id, found)
  }
  return excerpts
}

/** Returns an excerpt of a long text, which is folded part by part until there is a match. */
export function createPageExcerpt(text: string, input: string): string[] | null {
  const end = Math.min(text.length, maxSearched)
  for (let start = 0; start < end; start += part.length - part.overlap) {
    const shown = createExcerpt(text.slice(start, start + part.length).replaceAll(lineEnds, ' '), input)
    if (!shown) continue
    const [first = ''] = shown
    if (start > 0 && !first.startsWith('…')) shown[0] = `…${first}`
    return shown
  }
  return null
}
