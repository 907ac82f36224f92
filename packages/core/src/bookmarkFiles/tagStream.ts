import { Cursor } from './cursor.ts'
import { readHiddenRow } from './hiddenRow.ts'
import { isBodyTag, isNoteTag, isRowStart, isTitleEnd, lookAhead } from './markup.ts'
import { containsAttribute, isKnownName, judgeQuote, readAttributes } from './quotes.ts'
import { decodeReferences, maxReferenceLength, readReference } from './references.ts'

/** The callbacks of a tag stream. Names are in lower case. */
export interface TagHandlers {
  /** What the current text is. It decides which tags are text. */
  readonly context: 'title' | 'note' | null
  /** Whether each link that begins a line is a row, and each section is one of the file. */
  readonly hasPlainRows: boolean
  doctype(text: string): void
  comment(text: string): void
  /** Receives a row inside a comment. */
  rowInComment(row: { title: string; address: string; line: number }): void
  /** @param isUnclear whether the quotes of the attributes do not match */
  open(name: string, attributes: Attributes, line: number, isUnclear: boolean): void
  close(name: string): void
  text(text: string): void
  /** Receives a character that the file wrote as a reference (`&amp;`, `&#10;`). */
  reference(code: number): void
}

export type Attributes = Readonly<Record<string, string | undefined>>

const none: Attributes = {}
const withAttributes = new Set(['a', 'h3', 'h1', 'h2', 'h4', 'meta'])
const maxValueLength = 300_000
const special = /[<&]/g
const stops = { '"': /["<]/g, "'": /['<]/g, '': /[\s<>]/g }
const commentStops = /-->|<(?:dt|li)>/gi
const doctypeTag = /<!([a-z][^<>]{0,1000})>/iy
const instruction = /<\?[^<>]{0,1000}>/y
const blanks = /[\s/]+/y
const attributeName = /[^\s/<>=]{1,200}/y
// The attribute of almost every row: its value has no quotes and no brackets, and an attribute or the end of the tag
// follows, so that nothing has to be decided.
const plainAttribute = /[ \t\r\n]([a-z_][\w:.-]{0,100})="([^"<>]{0,4000})"(?=>| [a-z_][\w:.-]{0,100}=)/iy
const plainStructure = /<(?:a href="|b>|\/?div[\s>])/y
const equalsSign = /\s{0,500}=\s{0,500}/y

/**
 * Splits a bookmark file into tags and texts, chunk by chunk. Builds no tree and no stack, so that neither depth nor
 * missing closing tags use memory. It is no HTML parser, because the programs that write such files do not escape:
 * in titles, notes and values, what a parser takes as markup is text. A row begins wherever the file begins one,
 * whatever is damaged before it, so that no row is lost.
 */
export class TagStream {
  readonly #to: TagHandlers
  readonly #cursor = new Cursor()
  #state: 'text' | 'tag' | 'value' | 'comment' = 'text'
  #titleName = ''
  #name = ''
  #isClosing = false
  #tagLine = 1
  #attributes: Record<string, string | undefined> | null = null
  #isUnclear = false
  #attribute = ''
  #quote: keyof typeof stops = ''
  #value = ''
  #hasQuotes = false

  constructor(to: TagHandlers) {
    this.#to = to
  }

  /** Number of lines so far. */
  get lines(): number {
    return this.#cursor.line
  }

  /** Returns the line of the link tag in which the text has ended so far; null outside of one. */
  get openLinkLine(): number | null {
    const isInTag = this.#state === 'tag' || this.#state === 'value'
    return isInTag && this.#name === 'a' && !this.#isClosing ? this.#tagLine : null
  }

  write(piece: string): void {
    this.#cursor.append(piece)
    this.#run()
  }

  end(): void {
    this.#cursor.isLast = true
    this.#run()
  }

  #run(): void {
    while (!this.#cursor.isAtEnd && this.#step());
  }

  /** @returns false when more text is needed */
  #step(): boolean {
    if (this.#state === 'text') return this.#readText()
    if (this.#state === 'tag') return this.#readTag()
    return this.#state === 'value' ? this.#readValue() : this.#readComment()
  }

  #readText(): boolean {
    const at = this.#cursor.findChar(special)
    if (at > this.#cursor.at) {
      this.#to.text(this.#cursor.take(at))
      return true
    }
    const isReference = this.#cursor.buffer[at] === '&'
    if (!this.#cursor.isReady(isReference ? maxReferenceLength : lookAhead)) return false
    if (isReference) this.#readReference()
    else if (this.#isTag()) this.#startTag()
    else if (this.#to.context !== null || !this.#readDeclaration()) this.#to.text(this.#cursor.take(at + 1))
    return true
  }

  #readReference(): void {
    const found = readReference(this.#cursor.buffer, this.#cursor.at)
    if (found === null) return this.#to.text(this.#cursor.take(this.#cursor.at + 1))
    this.#cursor.take(this.#cursor.at + found.length)
    for (const character of found.characters) this.#to.reference(character.codePointAt(0) ?? 0)
  }

  #isTag(): boolean {
    const { context } = this.#to
    if (context === null) return isBodyTag(this.#cursor.buffer, this.#cursor.at)
    return context === 'title'
      ? this.#isPlainStructure() ||
          isTitleEnd(this.#cursor.buffer, this.#cursor.at, this.#titleName, () => this.#cursor.isLineStart())
      : isNoteTag(this.#cursor.buffer, this.#cursor.at, () => this.#cursor.isLineStart())
  }

  #isPlainStructure(): boolean {
    return this.#to.hasPlainRows && this.#cursor.match(plainStructure) !== null && this.#cursor.isLineStart()
  }

  /** Reads a comment, which begins on a separate line, a document type or an instruction. */
  #readDeclaration(): boolean {
    if (this.#cursor.buffer.startsWith('<!--', this.#cursor.at) && this.#cursor.isLineStart()) {
      this.#cursor.take(this.#cursor.at + 4)
      this.#state = 'comment'
      return true
    }
    const doctype = this.#cursor.match(doctypeTag)
    if (doctype) this.#to.doctype(doctype[1] ?? '')
    const found = doctype ?? this.#cursor.match(instruction)
    if (found) this.#cursor.take(this.#cursor.at + found[0].length)
    return found !== null
  }

  #readComment(): boolean {
    const at = this.#cursor.find(commentStops)
    if (at === this.#cursor.buffer.length) {
      // The end of the chunk may cut a stop.
      const end = this.#cursor.isLast ? at : Math.max(this.#cursor.at, at - 4)
      if (end > this.#cursor.at) this.#to.comment(this.#cursor.take(end))
      return false
    }
    if (at > this.#cursor.at) this.#to.comment(this.#cursor.take(at))
    const isEnd = this.#cursor.buffer[at] === '-'
    if (isEnd) this.#state = 'text'
    else if (!this.#cursor.isReady(lookAhead)) return false
    else this.#readHiddenRow()
    this.#cursor.take(at + (isEnd ? 3 : 4))
    return true
  }

  #readHiddenRow(): void {
    const row = readHiddenRow(this.#cursor.buffer, this.#cursor.at)
    if (row) this.#to.rowInComment({ ...row, line: this.#cursor.line })
  }

  #startTag(): void {
    this.#isClosing = this.#cursor.buffer[this.#cursor.at + 1] === '/'
    this.#tagLine = this.#cursor.line
    this.#cursor.take(this.#cursor.at + (this.#isClosing ? 2 : 1))
    const name = this.#cursor.match(attributeName)?.[0] ?? ''
    this.#cursor.take(this.#cursor.at + name.length)
    this.#name = name.toLowerCase()
    this.#attributes = !this.#isClosing && withAttributes.has(this.#name) ? {} : null
    this.#isUnclear = false
    this.#state = 'tag'
  }

  #readTag(): boolean {
    const plain = this.#cursor.match(plainAttribute)
    if (plain) {
      this.#cursor.at += plain[0].length
      this.#addAttribute((plain[1] ?? '').toLowerCase(), plain[2] ?? '')
      return true
    }
    const skipped = this.#cursor.match(blanks)
    if (skipped) {
      this.#cursor.take(this.#cursor.at + skipped[0].length)
      return true
    }
    if (!this.#cursor.isReady(lookAhead)) return false
    const next = this.#cursor.buffer[this.#cursor.at]
    if (next === '>') this.#cursor.take(this.#cursor.at + 1)
    // The bracket that ends the tag is missing.
    else if (next === '<') this.#isUnclear = true
    else {
      this.#readAttributeName()
      return true
    }
    this.#endTag()
    return true
  }

  #readAttributeName(): void {
    const name = this.#cursor.match(attributeName)?.[0] ?? ''
    this.#attribute = name.toLowerCase()
    this.#value = ''
    this.#hasQuotes = false
    this.#cursor.take(this.#cursor.at + Math.max(1, name.length))
    const equals = this.#cursor.match(equalsSign)
    if (!equals) return this.#endValue()
    this.#cursor.take(this.#cursor.at + equals[0].length)
    const quote = this.#cursor.buffer[this.#cursor.at]
    this.#quote = quote === '"' || quote === "'" ? quote : ''
    this.#cursor.take(this.#cursor.at + this.#quote.length)
    this.#state = 'value'
  }

  #readValue(): boolean {
    const at = this.#cursor.findChar(stops[this.#quote])
    if (at > this.#cursor.at) this.#addValue(this.#cursor.take(at))
    if (at === this.#cursor.buffer.length) return false
    if (this.#quote === '') {
      if (/["']$/.test(this.#value)) this.#isUnclear = true
      this.#endValue()
    } else if (!this.#cursor.isReady(lookAhead)) return false
    else if (this.#cursor.buffer[at] === '<') {
      if (isRowStart(this.#cursor.buffer, at) || this.#isPlainStructure()) this.#recover()
      else this.#addValue(this.#cursor.take(at + 1))
    } else {
      const verdict = judgeQuote(this.#cursor.buffer, at, this.#hasQuotes)
      const quote = this.#cursor.take(at + 1)
      if (verdict === 'inside') {
        this.#hasQuotes = true
        this.#addValue(quote)
      } else {
        if (verdict === 'unclear') this.#isUnclear = true
        this.#endValue()
      }
    }
    return true
  }

  /** Continues at the end of the tag when a value has reached the next row without its closing quote. */
  #recover(): void {
    this.#isUnclear = true
    const end = this.#value.indexOf('>')
    // Without quotes of this kind, no text is read more than twice.
    if (end >= 0 && !this.#hasQuotes && this.#value.length < maxValueLength) {
      const rest = this.#value.slice(end)
      this.#value = this.#value.slice(0, end)
      this.#cursor.putBack(rest)
    }
    this.#endValue()
  }

  #addValue(text: string): void {
    if (this.#value.length < maxValueLength) this.#value += text
  }

  #endValue(): void {
    this.#state = 'tag'
    const name = this.#attribute
    if (this.#hasQuotes && (!isKnownName(name) || containsAttribute(this.#value))) this.#isUnclear = true
    this.#addAttribute(name, this.#value)
    this.#value = ''
  }

  #addAttribute(name: string, value: string): void {
    // ICON and similar attributes contain entire pictures.
    const isWanted = readAttributes.has(name) || name.startsWith('nm_')
    // As in HTML, the first of several attributes with the same name is used.
    if (this.#attributes !== null && isWanted && !Object.hasOwn(this.#attributes, name))
      this.#attributes[name] = value.includes('&') ? decodeReferences(value) : value
  }

  #endTag(): void {
    this.#state = 'text'
    if (this.#isClosing) this.#to.close(this.#name)
    else this.#to.open(this.#name, this.#attributes ?? none, this.#tagLine, this.#isUnclear)
    this.#attributes = null
    if (!this.#isClosing) this.#titleName = this.#name
  }
}
