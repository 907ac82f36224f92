import { copyAttributes } from './attributes.ts'
import { copyHead } from './copyHead.ts'
import { escapeSheet } from './cssTokens.ts'
import { plainName, removedTags, removedWithContent, renamed } from './elements.ts'
import { limitEmbedding } from './embedLimit.ts'
import { escapeAttribute, escapeText } from './escape.ts'
import { readTokens, type StartTag, type TokenHandlers } from './pageTokens.ts'
import { choosePicture, hasOnlyPlaceholder, isTrackingPixel } from './pictureAddress.ts'
import {
  acceptPictureData,
  isDataAddress,
  resolveAddress,
  resolveResource,
  type Resources,
} from './resources.ts'
import { type CssOptions, rewriteCss } from './rewriteCss.ts'

/** A page to copy. */
export interface CopySource {
  html: string
  /** The address of the response, absolute. */
  address: string
  /** Milliseconds since 1970. */
  at: number
}

/**
 * Writes a copy of a page that loads nothing and runs nothing: pictures, style sheets and fonts are embedded,
 * scripts and frames omitted, links made absolute. Writes while it reads, without a tree.
 * @param resources finds the fetched resources; `listResources` lists those that the copy embeds
 * @param write receives the copy piece by piece
 */
export function writePageCopy(source: CopySource, resources: Resources, write: (text: string) => void): void {
  const writer = new PageCopyWriter(source, limitEmbedding(resources), write)
  readTokens(source.html, writer)
  writer.finish()
}

const films = new Set(['video', 'audio'])
const unwrittenEnds = new Set([...removedTags, ...removedWithContent, ...films, 'noscript', 'style'])
const emptyElements = new Set(
  'area br col embed hr img input link meta param source track wbr base keygen frame'.split(' '),
)

class PageCopyWriter implements TokenHandlers {
  readonly #source: CopySource
  readonly #write: (text: string) => void
  readonly #css: CssOptions
  #hasHead = false
  #doctype = ''
  #hasBase = false
  #foreignDepth = 0
  /** The element whose content is omitted, and how many of its name are open. */
  #skipped: { name: string; depth: number } | null = null
  #style: { text: string; media: string } | null = null
  /** The link in place of a video or audio element, once its address is known. */
  #film: { name: string; poster: string | null; address: string | null } | null = null
  #sources: StartTag['attributes'][] = []
  #isInNoscript = false
  /** Whether an image directly before has a picture: then `noscript` repeats it. */
  #hasImageBefore: boolean | null = null

  constructor(source: CopySource, resources: Resources, write: (text: string) => void) {
    this.#source = source
    this.#css = { address: source.address, resources }
    this.#write = write
  }

  finish(): void {
    this.#writeHead()
    this.#endStyle()
    this.#endFilm()
  }

  isForeign(): boolean {
    return this.#foreignDepth > 0
  }

  declaration(text: string): void {
    if (!this.#hasHead) this.#doctype ||= text
  }

  text(text: string): void {
    if (this.#style) {
      this.#style.text += text
      return
    }
    if (this.#skipped || this.#film || this.#isInNoscript) return
    if (!this.#hasHead && text.trim() === '') return
    if (text.trim() !== '') this.#hasImageBefore = null
    this.#writeHead()
    this.#write(escapeText(text))
  }

  start(tag: StartTag): void {
    const { name } = tag
    if (this.#skipped) {
      if (this.#skipped.name === name && !this.#isEmpty(tag)) this.#skipped.depth++
      return
    }
    // In SVG, parsers read tags inside of a style sheet.
    if (this.#style) return
    this.#writeHead()
    if (this.#film) return this.#readFilm(tag)
    if (!['img', 'source', 'picture', 'noscript'].includes(name) && !this.#isInNoscript)
      this.#hasImageBefore = null
    if (this.#isRemoved(tag)) this.#skip(tag)
    else if (name === 'noscript') this.#isInNoscript = true
    else if (name === 'style') this.#style = { text: '', media: tag.attributes.get('media') ?? '' }
    else if (name === 'link') this.#writeStyleSheet(tag)
    else if (name === 'img') this.#writeImage(tag)
    else if (this.#isInNoscript) return
    else this.#startElement(tag)
  }

  end(name: string): void {
    if (this.#skipped) {
      if (this.#skipped.name === name && --this.#skipped.depth === 0) this.#skipped = null
      return
    }
    if (this.#style) {
      if (name === 'style') this.#endStyle()
      return
    }
    if (this.#film) {
      if (this.#film.name === name) this.#endFilm()
      return
    }
    if (name === 'noscript') this.#isInNoscript = false
    // Browsers would begin the body at such an end tag, and ignore the policy after it.
    if (!this.#hasHead) return
    if (this.#isInNoscript || unwrittenEnds.has(name)) return
    if (name === 'svg' || name === 'math') this.#foreignDepth = Math.max(0, this.#foreignDepth - 1)
    if (name === 'picture') this.#sources = []
    this.#writeEnd(renamed.get(name) ?? name)
  }

  #isEmpty({ name, isSelfClosing }: StartTag): boolean {
    return emptyElements.has(name) || (isSelfClosing && this.isForeign())
  }

  #isRemoved({ name, attributes }: StartTag): boolean {
    // A declared shadow root contains visible content.
    if (name === 'template') return !attributes.has('shadowrootmode')
    return removedWithContent.has(name)
  }

  #skip(tag: StartTag): void {
    if (tag.name === 'iframe' && !this.#isInNoscript) this.#writeFrame(tag)
    if (!this.#isEmpty(tag)) this.#skipped = { name: tag.name, depth: 1 }
  }

  #startElement(tag: StartTag): void {
    const { name, attributes } = tag
    if (name === 'base') return this.#readBase(attributes)
    if (name === 'source') return void (this.#sources.length < 20 && this.#sources.push(attributes))
    if (name === 'frame') return this.#writeFrame(tag)
    if (name === 'meta') return this.#writeMeta(tag)
    if (films.has(name)) {
      this.#film = { name, poster: attributes.get('poster') ?? null, address: null }
      return this.#readFilm(tag)
    }
    if (removedTags.has(name)) return
    if (name === 'picture') this.#sources = []
    if ((name === 'svg' || name === 'math') && !tag.isSelfClosing) this.#foreignDepth++
    this.#writeStart(renamed.get(name) ?? name, copyAttributes(tag, this.#css), tag)
  }

  #readBase(attributes: StartTag['attributes']): void {
    const address = this.#hasBase ? null : resolveAddress(attributes.get('href') ?? '', this.#source.address)
    if (!address) return
    this.#hasBase = true
    this.#css.address = address
  }

  #writeImage(tag: StartTag): void {
    const { attributes } = tag
    if (isTrackingPixel(attributes)) return
    if (this.#isInNoscript && this.#hasImageBefore) return
    const data = this.#findPicture(choosePicture(attributes, this.#sources))
    const copied = copyAttributes(tag, this.#css)
    this.#writeStart('img', data === null ? copied : [['src', data], ...copied], tag)
    this.#hasImageBefore = !hasOnlyPlaceholder(attributes)
  }

  #findPicture(written: string | null): string | null {
    if (written === null) return null
    if (isDataAddress(written)) return acceptPictureData(written)
    const address = resolveResource(written, this.#css.address)
    return address && this.#css.resources.findPicture(address)
  }

  /** Writes the sheet of a `link`, including one that a script would enable. */
  #writeStyleSheet({ attributes }: StartTag): void {
    const rel = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/)
    const isPreloaded = rel.includes('preload') && attributes.get('as')?.toLowerCase() === 'style'
    const isSheet = (rel.includes('stylesheet') && !rel.includes('alternate')) || isPreloaded
    const address = isSheet ? resolveResource(attributes.get('href') ?? '', this.#css.address) : null
    const sheet = address === null ? null : this.#css.resources.findStyleSheet(address)
    if (!sheet) return
    const isDelayed = isPreloaded || /media/i.test(attributes.get('onload') ?? '')
    this.#style = { text: '', media: isDelayed ? '' : (attributes.get('media') ?? '') }
    this.#endStyle(rewriteCss(sheet.css, { ...this.#css, address: sheet.address }))
  }

  #endStyle(css = rewriteCss(this.#style?.text ?? '', this.#css)): void {
    if (!this.#style) return
    const media = this.#style.media ? ` media="${escapeAttribute(this.#style.media)}"` : ''
    this.#style = null
    this.#write(`<style${media}>${escapeSheet(css)}</style>`)
  }

  #readFilm({ name, attributes }: StartTag): void {
    if (!this.#film || (name !== 'source' && name !== this.#film.name)) return
    this.#film.address ??= resolveResource(attributes.get('src') ?? '', this.#css.address)
  }

  /** Writes a link to a video or audio file with its poster. */
  #endFilm(): void {
    const film = this.#film
    this.#film = null
    if (!film) return
    const poster = this.#findPicture(film.poster)
    const shown = poster && `<img src="${escapeAttribute(poster)}" alt="">`
    if (film.address) this.#writeLink(film.address, shown ?? escapeText(film.address))
    else this.#write(shown ?? '')
  }

  /** Writes a link in place of a frame. */
  #writeFrame({ attributes }: StartTag): void {
    const address = resolveResource(
      attributes.get('src') || attributes.get('data-src') || '',
      this.#css.address,
    )
    if (address) this.#writeLink(address, escapeText(address))
  }

  #writeLink(address: string, content: string): void {
    this.#write(
      `<a href="${escapeAttribute(address)}" target="_blank" rel="noopener noreferrer">${content}</a>`,
    )
  }

  #writeMeta({ attributes }: StartTag): void {
    const name = attributes.get('name')?.trim().toLowerCase() ?? ''
    if (!['viewport', 'author', 'description', 'color-scheme'].includes(name)) return
    this.#write(`<meta name="${name}" content="${escapeAttribute(attributes.get('content') ?? '')}">`)
  }

  #writeStart(name: string, attributes: readonly [string, string][], tag: StartTag): void {
    if (!plainName.test(name)) return
    const isClosed = tag.isSelfClosing && this.isForeign()
    const written = attributes.map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`)
    this.#write(`<${name}${written.join('')}${isClosed ? '/' : ''}>`)
  }

  #writeEnd(name: string): void {
    if (plainName.test(name)) this.#write(`</${name}>`)
  }

  #writeHead(): void {
    if (this.#hasHead) return
    this.#hasHead = true
    this.#write(copyHead(this.#source, this.#doctype))
  }
}
