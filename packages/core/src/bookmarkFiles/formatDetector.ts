import type { ReadingEnd } from './events.ts'
import { detectFileKind, type FileKind } from './fileKind.ts'
import type { Attributes } from './tagStream.ts'

// Elements of web pages that bookmark files do not contain. They exclude a page with a description list.
const pageElements = new Set(
  'div nav form table section article header footer img input button iframe svg span main aside'.split(' '),
)
// Their tags contain no spaces; old files separate them by spaces.
const spacedTags = /\bpinboard bookmarks\b|\bshaarli\b/i
const maxHead = 2000
// The printable HTML of Konqueror: its document type, and the tags of its beginning.
const konqueror = /html 4\.01\/\/en" "http:\/\/www\.w3\.org\/tr\/rec-html40\/strict/i
const konquerorStart = /^html head meta body div (?:a|b|br i) $/
const headedLists = /title>\s*(?:pocket export|instapaper)/i

/** Detects the kind of a file while it is read. */
export class FormatDetector {
  #kind: 'netscape' | 'headedList' | 'indented' | null = null
  #isPage = false
  #isKonqueror = false
  #firstTags = ''
  #inList = false
  #head = ''
  /** The first row of the file is reached. */
  #isHeadComplete = false
  #hasSpacedTags = false
  #hasText = false
  #last = ''
  #hasLink = false

  doctype(text: string): void {
    if (/netscape-bookmark-file/i.test(text)) this.#kind = 'netscape'
    this.#isKonqueror = konqueror.test(text)
  }

  text(text: string): void {
    if (!this.#hasText && /\S/.test(text)) this.#hasText = true
    // <TITLE> arrives as text, see `TagStream`. After the head, text does not help recognition.
    this.#addToHead(text)
  }

  comment(text: string): void {
    this.#addToHead(text)
  }

  #addToHead(text: string): void {
    if (this.#head.length < maxHead && !this.#isHeadComplete) this.#head += text.slice(0, maxHead)
  }

  open(name: string, attributes: Attributes): void {
    this.#hasText = true
    if (this.#kind === null) this.#recognise(name, attributes)
    if (this.#isHeadComplete || this.#kind !== 'netscape' || (name !== 'a' && name !== 'h3')) return
    this.#isHeadComplete = true
    this.#hasSpacedTags = spacedTags.test(this.#head)
  }

  #recognise(name: string, attributes: Attributes): void {
    if (this.#isKonqueror && this.#firstTags.length < 40) this.#firstTags += `${name} `
    const dated = attributes.add_date !== undefined
    const inRow = this.#last === 'dt' && !this.#isPage
    // lynx and w3m write lists of nothing but links.
    const inItem = this.#last === 'li' && !this.#isPage && !this.#hasLink
    this.#last = name
    if (name === 'a') this.#hasLink = true
    if (konquerorStart.test(this.#firstTags)) this.#kind = 'indented'
    else if (pageElements.has(name)) this.#isPage = true
    else if (name === 'dl') this.#inList = true
    else if ((name === 'ul' || name === 'ol') && headedLists.test(this.#head)) this.#kind = 'headedList'
    else if (name === 'a' && attributes.time_added !== undefined) this.#kind = 'headedList'
    else if (name === 'a' && (dated || (inRow && this.#inList))) this.#kind = 'netscape'
    else if (name === 'a' && inItem && attributes.href !== undefined) this.#kind = 'headedList'
    else if (name === 'h3' && (dated || inRow)) this.#kind = 'netscape'
  }

  /** Whether links of this file are rows. */
  get hasRows(): boolean {
    return this.#kind !== null
  }

  /** Whether tags may be separated by spaces. */
  get hasSpacedTags(): boolean {
    return this.#hasSpacedTags
  }

  /** Whether <h3> headings are folders. */
  get hasFolders(): boolean {
    return this.#kind === 'netscape'
  }

  /** Whether the file consists of headings with lists under them, as Pocket, Instapaper, lynx and w3m write it. */
  get isHeadedList(): boolean {
    return this.#kind === 'headedList'
  }

  /** Whether the file consists of links in indented sections, as Konqueror prints it. */
  get isIndented(): boolean {
    return this.#kind === 'indented'
  }

  /** What the file is, when it is no bookmark file and its kind is known. */
  get fileKind(): FileKind | null {
    return this.#kind === null ? detectFileKind(this.#head) : null
  }

  verdict(): ReadingEnd['verdict'] {
    if (this.#kind !== null) return 'read'
    return this.#hasText ? 'notBookmarks' : 'empty'
  }
}
