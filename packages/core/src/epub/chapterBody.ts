import { Parser } from 'htmlparser2'
import { chapterTags, skippedTags, type TagKind } from './chapterTags.ts'
import { toBookAddress } from './bookAddress.ts'
import { escapeXml } from './xmlText.ts'

/** A picture of a chapter. */
export interface ChapterPicture {
  mediaType: string
  /** In base64. */
  data: string
}

interface OpenTag {
  /** In the HTML. Implied elements have none. */
  name: string
  kind: TagKind
  as: string
}

const picture = /^data:(image\/(?:png|jpeg|gif|webp));base64,([\w+/=\s]+)$/

/**
 * Writes the XHTML of a chapter while its article is read. Any HTML leads to well-formed XHTML that follows the content model
 * of EPUB: blocks end the text around them, and lists and tables get the items, rows and cells that they lack.
 */
export class ChapterBody {
  readonly #addPicture: (found: ChapterPicture) => string
  readonly #open: OpenTag[] = []
  #body = ''
  /** The number of open elements whose content is left out. */
  #skipped = 0
  readonly #parser = new Parser({
    onopentag: (name, attributes) => {
      if (this.#skipped > 0 || skippedTags.has(name)) this.#skipped++
      else this.#openTag(name, attributes)
    },
    onclosetag: name => {
      if (this.#skipped > 0) this.#skipped--
      else this.#closeTag(name)
    },
    ontext: text => {
      if (this.#skipped === 0) this.#writeText(text)
    },
  })

  /** @param addPicture takes a picture of the article, and returns its address in the book */
  constructor(addPicture: (found: ChapterPicture) => string) {
    this.#addPicture = addPicture
  }

  /** Takes the next part of the HTML of an article. */
  write(html: string): void {
    this.#parser.write(html)
  }

  /** Returns the content as XHTML, valid inside of `body`. */
  end(): string {
    this.#parser.end()
    while (this.#open.length > 0) this.#close()
    return this.#body.replaceAll('<p></p>', '')
  }

  get #kind(): TagKind {
    return this.#open.at(-1)?.kind ?? 'flow'
  }

  #start(tag: OpenTag, attributes = ''): void {
    this.#body += `<${tag.as}${attributes}>`
    this.#open.push(tag)
  }

  #close(): void {
    const tag = this.#open.pop()
    if (tag) this.#body += `</${tag.as}>`
  }

  #imply(as: string, kind: TagKind): void {
    this.#start({ name: '', kind, as })
  }

  /** Closes elements until the innermost one is of this kind; closes none where none is. */
  #closeTo(kind: TagKind): boolean {
    const at = this.#open.findLastIndex(each => each.kind === kind)
    if (at < 0) return false
    while (this.#open.length > at + 1) this.#close()
    return true
  }

  /** Opens what lists and tables lack around content. */
  #enter(): void {
    if (this.#kind === 'list') this.#imply('li', 'item')
    if (this.#kind === 'table') this.#imply('tr', 'row')
    if (this.#kind === 'row') this.#imply('td', 'cell')
  }

  /** Ends the text around a block. */
  #enterFlow(): void {
    while (this.#kind === 'inline' || this.#kind === 'text') this.#close()
    this.#enter()
  }

  #openTag(name: string, attributes: Record<string, string>): void {
    const found = chapterTags[name]
    if (!found) return
    const { kind, as = name } = found
    // Code keeps its lines.
    if (this.#open.some(each => each.as === 'pre') && kind !== 'inline' && name !== 'br') return
    const tag = { name, kind, as }
    switch (kind) {
      case 'void':
        return this.#writeVoid(name, attributes)
      case 'inline':
        if (name === 'a' && this.#open.some(each => each.as === 'a')) return
        this.#enter()
        return this.#start(tag, name === 'a' ? toLink(attributes.href) : '')
      case 'item':
        if (!this.#closeTo('list')) {
          this.#enterFlow()
          this.#imply('ul', 'list')
        }
        return this.#start(tag)
      case 'row':
        return this.#closeTo('table') ? this.#start(tag) : undefined
      case 'cell':
        if (!this.#closeTo('row')) {
          if (!this.#closeTo('table')) return
          this.#imply('tr', 'row')
        }
        return this.#start(tag, toSpans(attributes))
      default:
        this.#enterFlow()
        return this.#start(tag)
    }
  }

  #closeTag(name: string): void {
    const at = this.#open.findLastIndex(each => each.name === name)
    if (at >= 0) while (this.#open.length > at) this.#close()
  }

  #writeVoid(name: string, attributes: Record<string, string>): void {
    if (name === 'br') {
      this.#enter()
      this.#body += '<br/>'
    } else if (name === 'hr') {
      this.#enterFlow()
      this.#body += '<hr/>'
    } else {
      const [, mediaType, data] = picture.exec(attributes.src ?? '') ?? []
      if (mediaType === undefined || data === undefined) return
      this.#enter()
      const address = this.#addPicture({ mediaType, data })
      this.#body += `<img src="${escapeXml(address)}" alt="${escapeXml(attributes.alt ?? '')}"/>`
    }
  }

  #writeText(text: string): void {
    if (text.trim() === '' && ['list', 'table', 'row'].includes(this.#kind)) return
    this.#enter()
    this.#body += escapeXml(text)
  }
}

/** Returns the attribute of a link to a web address; addresses inside of the page are left out. */
function toLink(href: string | undefined): string {
  const address = toBookAddress(href ?? '')
  return address === null ? '' : ` href="${escapeXml(address)}"`
}

/** Returns the attributes of a cell that spans several. */
function toSpans(attributes: Record<string, string>): string {
  return ['colspan', 'rowspan']
    .map(name => {
      const span = Number(attributes[name])
      return Number.isInteger(span) && span > 1 && span <= 1000 ? ` ${name}="${span}"` : ''
    })
    .join('')
}
