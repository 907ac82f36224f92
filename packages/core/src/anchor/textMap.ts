/** A normalised text, and the map between its offsets and those of the raw text. Offsets are in UTF-16 code units. */
export interface TextMap {
  /** In form NFC, well-formed, with each run of white space as one space, and none at both ends. */
  text: string
  /** Returns the offset in the normalised text of an offset in the raw one. */
  toText(raw: number): number
  /** Returns where the character at an offset of the normalised text begins in the raw text. */
  toRawStart(at: number): number
  /** Returns where the character before an offset of the normalised text ends in the raw text. */
  toRawEnd(at: number): number
}

/** Characters that can combine with the one before: marks, and the vowels and final consonants of Korean. */
const combining = /[\p{M}\u1160-\u11ff\ud7b0-\ud7ff]/u
/** A character with what combines with it: at most 30, as the stream-safe format of Unicode has it (UAX 15). */
const cluster = /[^\p{M}\u1160-\u11ff\ud7b0-\ud7ff]?[\p{M}\u1160-\u11ff\ud7b0-\ud7ff]{1,30}|[^]/gu
/** White space that is not one plain space. */
const unevenSpace = /\s{2,}|[^\S ]/g
/** Texts are normalised in parts: ICU sorts a run of marks in time by the square of its length. */
const partLength = 1024

/** Normalises a raw text that comes in pieces, such as the text nodes of a page. */
export class TextMapBuilder {
  #pending = ''
  #parts: string[] = []
  #raw = 0
  #length = 0
  #endsInSpace = true
  /** From these offsets on, both texts proceed alike up to the next ones. */
  #rawAt = [0]
  #textAt = [0]

  /** Adds a piece. Returns the offset of its start in the raw text. */
  add(piece: string): number {
    const start = this.#raw + this.#pending.length
    this.#pending += piece
    if (this.#pending.length > partLength) this.#normalise(false)
    return start
  }

  /** Returns the map. Nothing can be added afterwards. */
  end(): TextMap {
    this.#normalise(true)
    const text = this.#parts.join('')
    return createMap(text.endsWith(' ') ? text.slice(0, -1) : text, this.#rawAt, this.#textAt)
  }

  #normalise(toEnd: boolean): void {
    const raw = this.#pending
    let from = 0
    while (raw.length - from > (toEnd ? 0 : partLength)) {
      const end = findPartEnd(raw, from, toEnd)
      this.#normalisePart(raw.slice(from, end).toWellFormed())
      from = end
    }
    this.#pending = raw.slice(from)
  }

  #normalisePart(part: string): void {
    const isNormal = part.normalize('NFC') === part
    let from = 0
    if (this.#endsInSpace) {
      from = part.length - part.trimStart().length
      if (from > 0) this.#write('', from)
    }
    unevenSpace.lastIndex = from
    for (let match = unevenSpace.exec(part); match; match = unevenSpace.exec(part)) {
      this.#writeWords(part.slice(from, match.index), isNormal)
      this.#write(' ', match[0].length)
      from = match.index + match[0].length
    }
    this.#writeWords(part.slice(from), isNormal)
  }

  #writeWords(words: string, isNormal: boolean): void {
    if (isNormal) return this.#write(words, words.length)
    for (const [each] of words.matchAll(cluster)) this.#write(each.normalize('NFC'), each.length)
  }

  /** Writes a text that replaces some raw characters. */
  #write(text: string, rawLength: number): void {
    if (text !== '') this.#parts.push(text)
    if (text !== '') this.#endsInSpace = text.endsWith(' ')
    this.#length += text.length
    this.#raw += rawLength
    if (text.length === rawLength) return
    this.#rawAt.push(this.#raw)
    this.#textAt.push(this.#length)
  }
}

/** Returns where a part ends so that no character and no cluster is cut, unless it has more marks than any writing. */
function findPartEnd(raw: string, from: number, toEnd: boolean): number {
  const end = from + partLength
  if (toEnd && end >= raw.length) return raw.length
  for (let at = end; at > end - 64; at--)
    if (
      !/[\udc00-\udfff]/.test(raw.charAt(at)) &&
      !combining.test(String.fromCodePoint(raw.codePointAt(at) ?? 0))
    )
      return at
  return end
}

function createMap(text: string, rawAt: readonly number[], textAt: readonly number[]): TextMap {
  const clamp = (at: number) => Math.min(Math.max(Number.isNaN(at) ? 0 : Math.trunc(at), 0), text.length)
  return {
    text,
    toText(raw) {
      const run = findLast(rawAt, Number.isNaN(raw) ? 0 : raw)
      return clamp(Math.min((textAt[run] ?? 0) + raw - (rawAt[run] ?? 0), textAt[run + 1] ?? text.length))
    },
    toRawStart(at) {
      const run = findLast(textAt, clamp(at))
      return (rawAt[run] ?? 0) + clamp(at) - (textAt[run] ?? 0)
    },
    toRawEnd(at) {
      const run = findLast(textAt, clamp(at) - 1)
      const next = textAt[run + 1]
      if (next !== undefined && clamp(at) >= next) return rawAt[run + 1] ?? 0
      return (rawAt[run] ?? 0) + clamp(at) - (textAt[run] ?? 0)
    },
  }
}

/** Returns the index of the last number that is at most `wanted`, or 0. */
function findLast(ascending: readonly number[], wanted: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? 0) <= wanted) low = middle + 1
    else high = middle
  }
  return Math.max(low - 1, 0)
}

/**
 * Returns a text as anchors see it: NFC, well-formed, each run of white space as one space. Unlike the text of a page it
 * keeps a space at its start and end.
 */
export function normaliseText(text: string): string {
  const builder = new TextMapBuilder()
  builder.add(text)
  const inner = builder.end().text
  if (inner === '') return text === '' ? '' : ' '
  return (/^\s/.test(text) ? ' ' : '') + inner + (/\s$/.test(text) ? ' ' : '')
}
