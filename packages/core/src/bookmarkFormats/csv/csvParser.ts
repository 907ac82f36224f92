/** A record of a table. */
export interface CsvRecord {
  cells: string[]
  /** Its first line, from 1. */
  line: number
  /** A quote in it is never closed; `cells` has the text of its first line. */
  isUnclear: boolean
}

/** The length at which a quoted cell counts as never closed, in UTF-16 code units. */
const maxCell = 1_000_000
/** The number of quotes that are never closed, after which quotes have no meaning: reading on at each would be slow. */
const maxUnclear = 20
/** The text that is collected before it is parsed: a record that is not complete is parsed again. */
const minText = 65_536

/**
 * Parses comma-separated values (RFC 4180) that arrive in pieces, with any line end. Tolerates quotes inside cells. A
 * quote that is never closed spoils only its line. Memory use does not grow with the file.
 */
export class CsvParser {
  readonly #delimiter: string
  #text = ''
  #pending = ''
  #line = 1
  #unclear = 0

  /** @param delimiter the character between cells */
  constructor(delimiter = ',') {
    this.#delimiter = delimiter
  }

  /** The lines read so far. */
  get lines(): number {
    return this.#line
  }

  /** Returns the records that a piece completes. */
  write(piece: string): CsvRecord[] {
    this.#pending += piece
    if (this.#pending.length < Math.max(minText, this.#text.length / 2)) return []
    return this.#parse(false)
  }

  /** Returns the remaining records. */
  end(): CsvRecord[] {
    return this.#parse(true)
  }

  #parse(isLast: boolean): CsvRecord[] {
    this.#text += this.#pending
    this.#pending = ''
    const records: CsvRecord[] = []
    let at = 0
    while (at < this.#text.length) {
      const found = this.#record(at, isLast)
      if (!found) break
      const { cells, end, isUnclear } = found
      if (cells.length > 1 || cells[0] !== '') records.push({ cells, line: this.#line, isUnclear })
      this.#line += countLines(this.#text, at, end)
      at = end
    }
    this.#text = this.#text.slice(at)
    return records
  }

  /** Returns the record that begins at a position, and where the next one begins; null when more text is needed. */
  #record(start: number, isLast: boolean): { cells: string[]; end: number; isUnclear: boolean } | null {
    const text = this.#text
    const cells: string[] = []
    let at = start
    for (;;) {
      let value: string
      if (text[at] === '"' && this.#unclear < maxUnclear) {
        const quoted = this.#quoted(at, isLast)
        if (quoted === null) return null
        if (quoted === 'unclear') return this.#spoiled(start, isLast)
        ;[value, at] = quoted
      } else {
        const end = this.#findEnd(at)
        if (end === text.length && !isLast) return null
        value = text.slice(at, end)
        at = end
      }
      cells.push(value)
      if (text[at] === this.#delimiter) {
        at++
        continue
      }
      // Both characters of a line end must be there.
      if (text[at] === '\r' && at + 1 === text.length && !isLast) return null
      const end = at + (text.startsWith('\r\n', at) ? 2 : 1)
      return { cells, end: Math.min(end, text.length), isUnclear: false }
    }
  }

  #findEnd(at: number): number {
    const text = this.#text
    for (let end = at; end < text.length; end++) {
      const char = text[end]
      if (char === this.#delimiter || char === '\n' || char === '\r') return end
    }
    return text.length
  }

  /** Returns a quoted cell, and the position behind it. A quote inside it that ends no cell is a part of the text. */
  #quoted(start: number, isLast: boolean): [string, number] | 'unclear' | null {
    const text = this.#text
    let value = ''
    let from = start + 1
    for (;;) {
      const quote = text.indexOf('"', from)
      if (quote < 0 || quote - start > maxCell)
        return isLast || text.length - start > maxCell ? 'unclear' : null
      if (quote + 1 === text.length && !isLast) return null
      const next = text[quote + 1]
      if (next === '"') value += text.slice(from, quote + 1)
      else {
        value += text.slice(from, quote)
        const end = this.#skipBlanks(quote + 1)
        if (end === text.length || isEnd(text[end], this.#delimiter)) return [value, end]
        value += '"'
      }
      from = quote + (next === '"' ? 2 : 1)
    }
  }

  #skipBlanks(at: number): number {
    let end = at
    while (this.#text[end] === ' ') end++
    return end
  }

  /** Returns the first line of a record whose quote is never closed. */
  #spoiled(start: number, isLast: boolean): { cells: string[]; end: number; isUnclear: boolean } | null {
    this.#unclear++
    const found = this.#text.indexOf('\n', start)
    if (found < 0 && !isLast && this.#text.length - start < maxCell) return null
    const end = found < 0 ? this.#text.length : found
    return {
      cells: [this.#text.slice(start, end)],
      end: Math.min(end + 1, this.#text.length),
      isUnclear: true,
    }
  }
}

function isEnd(char: string | undefined, delimiter: string): boolean {
  return char === delimiter || char === '\n' || char === '\r'
}

function countLines(text: string, from: number, to: number): number {
  let lines = 0
  for (let at = from; at < to; at++) {
    const char = text[at]
    if (char === '\n' || (char === '\r' && text[at + 1] !== '\n')) lines++
  }
  return lines
}
