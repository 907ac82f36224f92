/** The parsed value, or the beginning of its text when it is damaged. */
export type JsonResult = { value: unknown; text: '' } | { value: undefined; text: string }

/** A list or an object that is being read. Those in it are parsed already: the text has their number in `values`. */
interface Frame {
  isArray: boolean
  text: string
  values: unknown[]
  /** The length of the text up to its last complete element. */
  safe: number
  isDamaged: boolean
}

/** The key of the text of a damaged object in a tree. */
export const damagedText = Symbol('damaged')

/** Begins the place of a value that is parsed already. */
const mark = '\u0001'
const shownText = 1000

/**
 * Parses a JSON value that arrives in parts. Each list and object is parsed when it ends, so that its text is not buffered: a
 * tree of a whole file takes little more memory than what it is read for.
 */
export class JsonValue {
  readonly #without: ReadonlySet<string> | null
  readonly #frames: Frame[] = []
  #text = ''
  #result: JsonResult | null = null

  /** @param without for a tree: the keys that are left out of its objects. A damaged object in it spoils no other */
  constructor(without: ReadonlySet<string> | null) {
    this.#without = without
  }

  get depth(): number {
    return this.#frames.length
  }

  /** Adds text that is no bracket and no comma. */
  add(text: string): void {
    const top = this.#frames.at(-1)
    if (top) top.text += text
    else this.#text += text
  }

  /** Adds a comma. */
  comma(): void {
    const top = this.#frames.at(-1)
    if (!top) return
    top.safe = top.text.length
    top.text += ','
  }

  open(isArray: boolean): void {
    this.#frames.push({ isArray, text: isArray ? '[' : '{', values: [], safe: 1, isDamaged: false })
  }

  close(): void {
    const frame = this.#frames.pop()
    if (!frame) return
    frame.text += frame.isArray ? ']' : '}'
    const result = this.#parse(frame)
    const around = this.#frames.at(-1)
    if (!around) this.#result = result
    else {
      const isDamaged = result.value === undefined
      // In a tree a damaged object is one row; anything else spoils what it is in.
      if (isDamaged && (!this.#without || frame.isArray)) around.isDamaged = true
      around.text += `"\\u0001${around.values.length}"`
      around.values.push(isDamaged ? { [damagedText]: result.text } : result.value)
      around.safe = around.text.length
    }
  }

  /** Returns the complete value. */
  end(): JsonResult {
    return this.#result ?? parse(this.#text)
  }

  /** Returns the value as far as it goes, of a text that breaks off. Only of a tree a part is a value. */
  cut(): JsonResult {
    const [first] = this.#frames
    if (!this.#without) return { value: undefined, text: (first?.text ?? this.#text).slice(0, shownText) }
    for (let frame = this.#frames.at(-1); frame; frame = this.#frames.at(-1)) {
      frame.text = frame.text.slice(0, frame.safe)
      this.close()
    }
    return this.end()
  }

  #parse({ text, values, isDamaged }: Frame): JsonResult {
    const result = isDamaged ? { value: undefined, text: text.slice(0, shownText) } : parse(text)
    if (result.value === undefined) return result
    if (Array.isArray(result.value))
      return { value: result.value.map(each => resolve(each, values)), text: '' }
    const entries = Object.entries(result.value as object).filter(([key]) => this.#without?.has(key) !== true)
    return { value: Object.fromEntries(entries.map(([key, each]) => [key, resolve(each, values)])), text: '' }
  }
}

function resolve(value: unknown, values: readonly unknown[]): unknown {
  if (typeof value !== 'string' || !value.startsWith(mark)) return value
  const at = Number(value.slice(mark.length))
  return at in values ? values[at] : value
}

function parse(text: string): JsonResult {
  try {
    return { value: JSON.parse(text) as unknown, text: '' }
  } catch {
    return { value: undefined, text: text.slice(0, shownText) }
  }
}
