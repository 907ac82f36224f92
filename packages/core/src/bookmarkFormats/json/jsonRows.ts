import type { BrokenAt } from '../../bookmarkFiles/events.ts'
import { JsonValue } from './jsonValue.ts'

/** A value of a JSON text. */
export interface JsonRow {
  /** Where it is, such as `bookmarks[]`; '' for the whole text. */
  path: string
  /** The parsed value; undefined when the text of the value is damaged. */
  value: unknown
  /** The beginning of the text of a damaged value. */
  text: string
  /** Its first line, from 1. */
  line: number
}

/** Levels at which values are looked for; deeper ones are only inside values. */
const maxDepth = 8
/** The length of a value, in UTF-16 code units, above which it is not read. */
const maxValue = 200_000_000
const maxKey = 200
/** More levels than any library has. Parsing takes memory for each. */
const maxNesting = 10_000

const structure = /["{}[\],:]/g
const notBlank = /[^\s]/g
const stringEnd = /["\\]/g

/**
 * Splits a JSON text that arrives in pieces into the values at given paths, and parses each of them. So only one value is
 * in memory at a time, a damaged value spoils no other, and those before the end of a text that breaks off are read. It
 * also reads several values behind each other, as JSON Lines.
 */
export class JsonRows {
  readonly #paths: ReadonlySet<string>
  readonly #open: { isArray: boolean; path: string; key: string }[] = []
  #rows: JsonRow[] = []
  #line = 1
  /** The next line end of the piece: a search from each value would read all of a long line each time. */
  #lineEnd = 0
  #isInString = false
  #isEscaped = false
  readonly #without: ReadonlySet<string> | null
  /** The value that is being read; null between values. */
  #value: JsonValue | null = null
  #length = 0
  #valueLine = 1
  #valuePath = ''
  #key = ''
  #isKey = false
  #broken: BrokenAt | null = null

  /**
   * @param paths the paths of values, as `listJsonPaths` writes them
   * @param without for values that are trees: the keys that are left out of their objects
   */
  constructor(paths: readonly string[], without: readonly string[] | null = null) {
    this.#paths = new Set(paths)
    this.#without = without && new Set(without)
  }

  get lines(): number {
    return this.#line
  }

  /** Where the text breaks off; known at its end. */
  get broken(): BrokenAt | null {
    return this.#broken
  }

  /** Returns the values that a piece completes. */
  write(piece: string): JsonRow[] {
    let at = 0
    this.#lineEnd = findLineEnd(piece, 0)
    while (at < piece.length && !this.#broken) at = this.#step(piece, at)
    return this.#taken()
  }

  /** Ends the text. Returns the remaining values. */
  end(): JsonRow[] {
    if (this.#broken) return this.#taken()
    // A number or a word at the end of JSON Lines.
    if (this.#value?.depth === 0 && !this.#isInString && this.#open.length === 0) this.#emit()
    if (!this.#value && this.#open.length === 0 && !this.#isInString) return this.#taken()
    this.#broken = { reason: 'cutOff', line: this.#line }
    if (this.#value) this.#emit(this.#value.cut())
    return this.#taken()
  }

  #taken(): JsonRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  /** Reads up to the next character that matters. Returns the position behind it. */
  #step(piece: string, from: number): number {
    if (this.#isInString) return this.#readString(piece, from)
    if (!this.#value && this.#expectsValue()) {
      const start = find(notBlank, piece, from)
      this.#countLines(piece, start)
      if (start === piece.length) return start
      if (this.#startsValue(piece[start] ?? '')) this.#startValue()
      return this.#readStructure(piece, start)
    }
    return this.#readStructure(piece, from)
  }

  /** Whether a value at one of the paths can begin here. */
  #expectsValue(): boolean {
    const around = this.#open.at(-1)
    if (this.#isKey || this.#open.length >= maxDepth) return false
    return this.#paths.has(around ? pathInside(around) : '')
  }

  #startsValue(char: string): boolean {
    // The whole text is only one value when it is an object.
    return !',]}:'.includes(char) && (char !== '[' || this.#open.length > 0)
  }

  #startValue(): void {
    const around = this.#open.at(-1)
    this.#value = new JsonValue(this.#without)
    this.#length = 0
    this.#valueLine = this.#line
    this.#valuePath = around ? pathInside(around) : ''
  }

  #readString(piece: string, from: number): number {
    if (this.#isEscaped) {
      this.#isEscaped = false
      this.#append(piece, from, from + 1)
      return from + 1
    }
    const at = find(stringEnd, piece, from)
    if (at === piece.length) return this.#append(piece, from, at)
    this.#append(piece, from, at + 1)
    if (piece[at] === '\\') this.#isEscaped = true
    else {
      this.#isInString = false
      this.#endString()
    }
    return at + 1
  }

  #endString(): void {
    if (this.#value?.depth === 0) this.#emit()
    else if (!this.#value && this.#isKey) {
      const around = this.#open.at(-1)
      if (around) around.key = parseKey(this.#key)
      this.#isKey = false
    }
  }

  #readStructure(piece: string, from: number): number {
    const at = find(structure, piece, from)
    const char = piece[at]
    this.#append(piece, from, at)
    if (char === undefined) return at
    if (this.#value?.depth === 0 && ',]}'.includes(char)) {
      // A number or a word ends before the character.
      this.#emit()
      return at
    }
    if (char === '"') {
      this.#append(piece, at, at + 1)
      this.#isInString = true
      this.#key = '"'
    } else if (char === '{' || char === '[') this.#openContainer(char === '[')
    else if (char === '}' || char === ']') this.#closeContainer()
    else if (char === ':') this.#append(piece, at, at + 1)
    else if (this.#value) this.#value.comma()
    else this.#isKey = this.#open.at(-1)?.isArray === false
    return at + 1
  }

  #openContainer(isArray: boolean): void {
    if (this.#value) {
      this.#value.open(isArray)
      if (this.#value.depth > maxNesting) this.#broken = { reason: 'tooDeep', line: this.#line }
    } else {
      const around = this.#open.at(-1)
      const path = around ? pathInside(around) : ''
      if (this.#open.length >= maxNesting) this.#broken = { reason: 'tooDeep', line: this.#line }
      this.#open.push({ isArray, path: this.#open.length < maxDepth ? path : '\0', key: '' })
      this.#isKey = !isArray
    }
  }

  #closeContainer(): void {
    if (this.#value) {
      this.#value.close()
      if (this.#value.depth === 0) this.#emit()
      return
    }
    this.#open.pop()
    this.#isKey = false
  }

  #emit(result = this.#value?.end()): void {
    this.#value = null
    if (result) this.#rows.push({ path: this.#valuePath, line: this.#valueLine, ...result })
  }

  /** Keeps the text of a value or a key. Returns `to`. */
  #append(piece: string, from: number, to: number): number {
    this.#countLines(piece, to)
    if (this.#value) {
      this.#length += to - from
      if (this.#length > maxValue) this.#broken = { reason: 'tooLarge', line: this.#valueLine }
      else if (to > from) this.#value.add(piece.slice(from, to))
    } else if (this.#isKey && this.#isInString && this.#key.length < maxKey)
      this.#key += piece.slice(from, to)
    return to
  }

  /** Counts the lines up to a position that is behind the previous one. */
  #countLines(piece: string, to: number): void {
    while (this.#lineEnd < to) {
      this.#line++
      this.#lineEnd = findLineEnd(piece, this.#lineEnd + 1)
    }
  }
}

function pathInside({ isArray, path, key }: { isArray: boolean; path: string; key: string }): string {
  if (isArray) return `${path}[]`
  return path === '' ? key : `${path}.${key}`
}

function find(expression: RegExp, text: string, from: number): number {
  expression.lastIndex = from
  return expression.exec(text)?.index ?? text.length
}

/** Returns the position of the next line end; that of the end of the piece when there is none. */
function findLineEnd(piece: string, from: number): number {
  const at = piece.indexOf('\n', from)
  return at === -1 ? piece.length : at
}

function parseKey(text: string): string {
  try {
    return String(JSON.parse(text))
  } catch {
    return ''
  }
}
