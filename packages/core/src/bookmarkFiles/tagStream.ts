import { Tokenizer } from 'htmlparser2'

/** The callbacks of a tag stream. Names are in lower case. */
export interface TagHandlers {
  doctype(text: string): void
  comment(text: string): void
  open(name: string, attributes: Attributes, line: number): void
  close(name: string): void
  text(text: string): void
  /** Receives a character that the file wrote as a reference (`&amp;`, `&#10;`). */
  reference(code: number): void
}

export type Attributes = Readonly<Record<string, string | undefined>>

const none: Attributes = {}
const withAttributes = new Set(['a', 'h3', 'h1', 'h2', 'h4', 'meta'])
// ICON and similar attributes contain entire pictures, so only the attributes that the reader uses are collected.
const known = new Set(
  (
    'href add_date last_modified last_visit time_added date_added tags labels shortcuturl private public published ' +
    'shared toread feedurl cover data-cover data-important description id personal_toolbar_folder unfiled_bookmarks_folder'
  ).split(' '),
)
// Unknown elements such as `List<String>` or `<R&D>` are text that a person typed.
const elements = new Set(
  (
    'a abbr acronym address area article aside audio b base basefont bdi bdo big blockquote body br button ' +
    'canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em ' +
    'embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr ' +
    'html i iframe img input ins isindex kbd label legend li link main map mark menu meta meter nav nobr ' +
    'noembed noframes noscript object ol optgroup option output p param picture plaintext pre progress q rp ' +
    'rt ruby s samp script search section select slot small source span strike strong style sub summary sup ' +
    'svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xmp'
  ).split(' '),
)
const maxValueLength = 300_000
// How many characters before the current chunk remain available, for names and texts that cross a chunk boundary.
const maxLookBack = 4096
/** Length of the longest name below, with its bracket and the character after it. */
const maxRawTagLength = 11
// With such an unescaped tag in a title, an HTML parser continues to `</textarea>`, possibly to the end of the
// file. Here the tag is text, and the following rows are not lost.
const rawTag = /<(?=(?:script|style|textarea|title|xmp|iframe|noembed|noframes|plaintext)[\s>/])/gi

/**
 * Splits HTML into tags and texts, chunk by chunk. Builds no tree and no stack, so that neither depth nor missing
 * closing tags use memory: a parser's stack grows with every `<p>` that a bookmark file leaves open.
 */
export class TagStream {
  readonly #to: TagHandlers
  readonly #tokenizer: Tokenizer
  #pending = ''
  #before = ''
  #piece = ''
  #pieceStart = 0
  #counted = 0
  #line = 1
  #name = ''
  #asText: string | null = null
  #tagLine = 1
  #attributes: Record<string, string | undefined> | null = null
  #attribute: string | null = null
  #value = ''

  constructor(to: TagHandlers) {
    this.#to = to
    const ignore = () => {}
    this.#tokenizer = new Tokenizer(
      {},
      {
        onopentagname: (start, end) => this.#openName(start, end),
        onopentagend: () => this.#openEnd(),
        onselfclosingtag: () => this.#openEnd(),
        onattribname: (start, end) => this.#attributeName(start, end),
        onattribdata: (start, end) => {
          if (this.#attribute !== null && this.#value.length < maxValueLength)
            this.#value += this.#slice(start, end)
        },
        onattribentity: code => {
          if (this.#attribute !== null) this.#value += String.fromCodePoint(code)
        },
        onattribend: () => this.#attributeEnd(),
        onclosetag: (start, end) => this.#close(this.#slice(start, end)),
        ontext: (start, end) => this.#to.text(this.#slice(start, end)),
        ontextentity: code => this.#to.reference(code),
        ondeclaration: (start, end) => this.#to.doctype(this.#slice(start, end)),
        oncdata: ignore,
        oncomment: (start, end) => this.#to.comment(this.#slice(start, end)),
        onprocessinginstruction: ignore,
        onend: ignore,
      },
    )
  }

  /** Number of lines so far. */
  get lines(): number {
    return this.#line
  }

  /** Returns the line of the link tag in which the text has ended so far; null outside of one. */
  get openLinkLine(): number | null {
    return this.#attributes !== null && this.#name === 'a' ? this.#tagLine : null
  }

  write(piece: string): void {
    const text = this.#pending + piece
    const bracket = text.lastIndexOf('<')
    // The end of the chunk may cut the name of a raw tag.
    const end = bracket >= 0 && bracket > text.length - maxRawTagLength - 1 ? bracket : text.length
    this.#pending = text.slice(end)
    this.#feed(text.slice(0, end).replace(rawTag, '&lt;'))
  }

  end(): void {
    this.#feed(this.#pending.replace(rawTag, '&lt;'))
    this.#pending = ''
    this.#tokenizer.end()
  }

  #feed(piece: string): void {
    if (piece === '') return
    this.#before = (this.#before + this.#piece).slice(-maxLookBack)
    this.#pieceStart += this.#piece.length
    this.#piece = piece
    this.#counted = 0
    this.#tokenizer.write(piece)
    this.#countLines(piece.length)
  }

  #openName(start: number, end: number): void {
    const name = this.#slice(start, end)
    this.#name = name.toLowerCase()
    this.#asText = elements.has(this.#name) ? null : `<${name}>`
    this.#countLines(start - this.#pieceStart)
    this.#tagLine = this.#line
    this.#attributes = withAttributes.has(this.#name) ? {} : null
  }

  #openEnd(): void {
    if (this.#asText !== null) return this.#to.text(this.#asText)
    this.#to.open(this.#name, this.#attributes ?? none, this.#tagLine)
    this.#attributes = null
  }

  #close(written: string): void {
    const name = written.toLowerCase()
    if (elements.has(name)) this.#to.close(name)
    else this.#to.text(`</${written}>`)
  }

  #attributeName(start: number, end: number): void {
    this.#value = ''
    this.#attribute = null
    if (this.#attributes === null) return
    const name = this.#slice(start, end).toLowerCase()
    // As in HTML, the first of several attributes with the same name is used.
    const wanted = (known.has(name) || name.startsWith('nm_')) && !Object.hasOwn(this.#attributes, name)
    if (wanted) this.#attribute = name
  }

  #attributeEnd(): void {
    if (this.#attribute !== null && this.#attributes !== null) this.#attributes[this.#attribute] = this.#value
    this.#attribute = null
    this.#value = ''
  }

  #slice(start: number, end: number): string {
    const from = start - this.#pieceStart
    if (from >= 0) return this.#piece.slice(from, end - this.#pieceStart)
    const earlier = this.#before.slice(Math.max(0, this.#before.length + from))
    const wanted = end - this.#pieceStart
    return wanted >= 0 ? earlier + this.#piece.slice(0, wanted) : earlier.slice(0, wanted)
  }

  #countLines(until: number): void {
    for (;;) {
      const at = this.#piece.indexOf('\n', this.#counted)
      if (at < 0 || at >= until) return
      this.#counted = at + 1
      this.#line++
    }
  }
}
