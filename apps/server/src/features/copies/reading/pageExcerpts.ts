import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip, gunzipSync } from 'node:zlib'
import { createExcerpt, findTypedMatch } from '@nestmark/core/words/highlightMatches'

const unpackLater = promisify(gunzip)
/** A text of this compressed size is unpacked in less time than it takes to send it to another thread, in bytes. */
const smallText = 20_000
/** The part of a text in which a match is searched in one step, and the overlap of two parts, in UTF-16 code units. */
const part = { length: 2000, overlap: 200 }
/** The part of a text around a known match that has its excerpt, in UTF-16 code units. */
const around = { before: 60, length: 280 }
/** The ends of lines, and of the pages of a document, which a browser shows as nothing. */
const lineEnds = /[\n\r\f]/g
/** The distance within which a match is searched. */
const maxSearched = 300_000
/**
 * How long the texts of a list are folded in total, and how long that takes the thread at a time, in milliseconds. Long
 * texts in other scripts take seconds, and a search may run on the request thread.
 */
const foldingMs = 100
const turnMs = 10

/** A link of a list, with the text of its page by gzip when its page was searched. */
interface ListedPage {
  id: string
  page_text?: Uint8Array | null
}

/** How much of its time a list of excerpts has used. */
interface Pace {
  isOver(): boolean
  /** Lets other work use the thread when this had it for long. */
  rest(): Promise<void>
}

function createPace(maxMs: number): Pace {
  let spent = 0
  let since = performance.now()
  const current = () => performance.now() - since
  return {
    isOver: () => spent + current() >= maxMs,
    async rest() {
      if (current() < turnMs) return
      spent += current()
      await nextTurn()
      since = performance.now()
    },
  }
}

/**
 * Returns an excerpt of the page of each link, around the first match. Parts at odd indexes match. A page has none when
 * its match is not spelt like the search and the time is over.
 */
export async function createPageExcerpts(
  links: readonly ListedPage[],
  input: string,
  maxMs = foldingMs,
): Promise<Map<string, string[]>> {
  const pages = links.flatMap(({ id, page_text: text }) => (text ? { id, text } : []))
  const isSmall = ({ text }: (typeof pages)[number]) => text.length <= smallText
  const small = pages.filter(isSmall)
  const texts = unpackTogether(small.map(({ text }) => text))
  const unpacked = new Map(small.map(({ id }, at) => [id, texts[at] ?? '']))
  for (const { id, text } of pages)
    if (!unpacked.has(id)) unpacked.set(id, (await unpackLater(text)).toString('utf8'))
  const excerpts = new Map<string, string[]>()
  const pace = createPace(maxMs)
  for (const [id, text] of unpacked) {
    const found = await createPageExcerpt(text, input, pace)
    if (found) excerpts.set(id, found)
  }
  return excerpts
}

/** The largest buffer that is reserved for unpacked texts before there are any, in bytes. */
const largestChunk = 1_000_000

/** The length of a text, at the end of its gzip format. */
const unpackedLength = (compressed: Uint8Array) => Buffer.from(compressed.slice(-4)).readUInt32LE()

/**
 * Unpacks texts in one step: gzip files in a row are the file of the texts in a row. A decompressor for each takes longer
 * than the text, and its memory causes garbage collections.
 */
function unpackTogether(compressed: readonly Uint8Array[]): string[] {
  const lengths = compressed.map(unpackedLength)
  const total = lengths.reduce((sum, length) => sum + length, 0)
  if (total === 0) return compressed.map(() => '')
  const texts = gunzipSync(Buffer.concat(compressed), { chunkSize: Math.min(total + 64, largestChunk) })
  let end = 0
  return lengths.map(length => texts.toString('utf8', end, (end += length)))
}

/**
 * Returns an excerpt of a long text: around the first word of the search as it was typed, otherwise around the first
 * match, for which the text is folded part by part.
 */
export async function createPageExcerpt(
  text: string,
  input: string,
  pace = createPace(Infinity),
): Promise<string[] | null> {
  await pace.rest()
  const end = Math.min(text.length, maxSearched)
  const typed = findTypedMatch(text.slice(0, end), input)
  const near =
    typed < 0 ? null : excerptOfPart(text, input, Math.max(0, typed - around.before), around.length)
  if (near) return near
  for (let start = 0; start < end && !pace.isOver(); start += part.length - part.overlap) {
    await pace.rest()
    const shown = excerptOfPart(text, input, start, part.length)
    if (shown) return shown
  }
  return null
}

function excerptOfPart(text: string, input: string, start: number, length: number): string[] | null {
  const shown = createExcerpt(text.slice(start, start + length).replaceAll(lineEnds, ' '), input)
  const [first] = shown ?? []
  if (shown && start > 0 && first !== undefined && !first.startsWith('…')) shown[0] = `…${first}`
  return shown
}
