import { escapeHtml, type Part, splitCss } from './parts.ts'

/** Elements that stay out with their content. */
const omitted = new Set('script noscript template object embed applet source track base audio'.split(' '))
const empty = new Set('area br col hr img input meta wbr'.split(' '))
/** What a page says about itself. Other `meta` elements may contain tokens. */
const namedMeta =
  /^(?:viewport|author|description|color-scheme|theme-color|date|keywords|(?:og|article|twitter|dc)[.:][\w.:-]+)$/i
const buttons = new Set(['submit', 'button', 'reset'])
/** Attributes that load, run or fill something, or of which this file writes its own. */
const omittedAttributes = new Set(
  'src srcset sizes srcdoc poster value checked selected nonce integrity data ping action formaction style loading'.split(
    ' ',
  ),
)
const privateName = /token|csrf|xsrf|nonce|secret|auth|session|password/i
/** Longer values of `data-` attributes are not for style rules, in UTF-16 code units. */
const maxData = 200

/**
 * Returns a document as the person sees it now: with its open shadow roots, the rules of its sheets, its canvases and the
 * pictures that the browser has chosen. Scripts, comments, hidden fields and what is filled in stay out. The document is not
 * changed.
 */
export function readDocument(page: Document): Part[] {
  const parts: Part[] = ['<!doctype html>']
  const head = [
    `<meta charset="utf-8"><base href="${escapeHtml(page.baseURI)}">`,
    ...[...(page.adoptedStyleSheets ?? [])].flatMap(sheet => writeSheet(sheet, page.baseURI)),
  ]
  readElement(page.documentElement, { page, parts, head })
  return parts
}

interface Reading {
  page: Document
  parts: Part[]
  /** What the element `head` has before its own content. */
  head: readonly Part[]
}

function readNodes(nodes: Iterable<Node>, reading: Reading): void {
  for (const node of nodes) {
    if (node.nodeType === 3) reading.parts.push(escapeHtml(node.nodeValue ?? ''))
    else if (node.nodeType === 1) readElement(node as Element, reading)
  }
}

function readElement(element: Element, reading: Reading): void {
  const { page, parts } = reading
  const name = element.localName
  if (omitted.has(name)) return
  if (name === 'style' || name === 'link') {
    const { sheet } = element as HTMLStyleElement
    if (sheet) parts.push(...writeSheet(sheet, page.baseURI))
    return
  }
  if (name === 'meta') return readMeta(element, parts)
  if (name === 'input' && (element as HTMLInputElement).type === 'hidden') return
  if (name === 'canvas') return readCanvas(element as HTMLCanvasElement, reading)
  parts.push(`<${name}`, ...readAttributes(element, page), '>')
  if (empty.has(name)) return
  if (name === 'head') parts.push(...reading.head)
  if (element.shadowRoot) readShadow(element.shadowRoot, reading)
  if (!isFilled(element)) readNodes(element.childNodes, reading)
  parts.push(`</${name}>`)
}

/** Returns whether the content of an element is what somebody has typed. */
function isFilled(element: Element): boolean {
  if (element.localName === 'textarea' || element.localName === 'iframe' || element.localName === 'video')
    return true
  const role = element.getAttribute('role')
  const isBox = role === 'textbox' || role === 'searchbox' || role === 'combobox'
  return isBox && element.hasAttribute('contenteditable')
}

function readMeta(element: Element, parts: Part[]): void {
  for (const key of ['name', 'property'] as const) {
    const name = element.getAttribute(key)?.trim() ?? ''
    if (!namedMeta.test(name)) continue
    const content = escapeHtml(element.getAttribute('content') ?? '')
    parts.push(`<meta ${key}="${escapeHtml(name)}" content="${content}">`)
    return
  }
}

/** Writes the picture of a canvas. One with pixels of other origins cannot be read. */
function readCanvas(canvas: HTMLCanvasElement, { page, parts }: Reading): void {
  try {
    const data = canvas.toDataURL('image/webp', 0.85)
    parts.push('<img src="', data, '"', ...readAttributes(canvas, page), '>')
  } catch {
    // Nothing is written in its place.
  }
}

function readShadow(root: ShadowRoot, reading: Reading): void {
  const { page, parts } = reading
  parts.push('<template shadowrootmode="open">')
  for (const sheet of root.adoptedStyleSheets ?? []) parts.push(...writeSheet(sheet, page.baseURI))
  readNodes(root.childNodes, reading)
  parts.push('</template>')
}

function readAttributes(element: Element, page: Document): Part[] {
  const parts: Part[] = []
  const add = (name: string, ...value: Part[]) => parts.push(` ${name}="`, ...value, '"')
  const name = element.localName
  for (const { name: key, value } of element.attributes) {
    const isButton = key === 'value' && name === 'input' && buttons.has((element as HTMLInputElement).type)
    if (omittedAttributes.has(key) && !isButton) continue
    if (/^on|^data-/.test(key) && (key.startsWith('on') || value.length > maxData || privateName.test(key)))
      continue
    if (/["'<>/=\s]/.test(key)) continue
    if (name === 'image' && /^(?:xlink:)?href$/.test(key)) add(key, ...wantPicture(value, page))
    else add(key, escapeHtml(value))
  }
  const style = element.getAttribute('style')
  if (style) add('style', ...splitCss(style, page.baseURI).map(escapePart))
  if (name === 'img') {
    const image = element as HTMLImageElement
    add('src', ...wantPicture(image.currentSrc || image.src, page, image))
  }
  if (name === 'video') {
    const film = element as HTMLVideoElement
    add('poster', ...wantPicture(film.poster, page))
    add('src', escapeHtml(/^https?:/.test(film.currentSrc) ? film.currentSrc : ''))
  }
  if (name === 'iframe') add('src', escapeHtml((element as HTMLIFrameElement).src))
  return parts
}

const escapePart = (part: Part): Part => (typeof part === 'string' ? escapeHtml(part) : part)

function wantPicture(address: string, page: Document, image?: HTMLImageElement): Part[] {
  const url = address.trim() === '' ? null : URL.parse(address, page.baseURI)
  return url ? [{ kind: 'picture', address: url.href, ...(image && { image }) }] : []
}

/** Returns the rules of a sheet as they apply now, also those that scripts have added; with its imports. */
function readSheet(sheet: CSSStyleSheet, base: string, depth = 0): Part[] {
  if (sheet.disabled) return []
  const address = sheet.href ?? base
  let rules: CSSRuleList
  try {
    rules = sheet.cssRules
  } catch {
    // A sheet of another origin: its file may be readable.
    return sheet.href ? [{ kind: 'sheet', address: sheet.href }] : []
  }
  return [...rules].flatMap(rule => {
    const imported = 'styleSheet' in rule ? (rule as CSSImportRule) : null
    if (!imported) return splitCss(`${rule.cssText}\n`, address)
    if (!imported.styleSheet || depth > 3) return []
    const { mediaText } = imported.media
    const inner = readSheet(imported.styleSheet, address, depth + 1)
    return mediaText ? [`@media ${mediaText}{`, ...inner, '}\n'] : inner
  })
}

/** Returns the `style` element of a sheet. */
function writeSheet(sheet: CSSStyleSheet, base: string): Part[] {
  const { mediaText } = sheet.media
  const css = readSheet(sheet, base)
  if (css.length === 0) return []
  return ['<style>', ...(mediaText ? [`@media ${mediaText}{`, ...css, '}'] : css), '</style>']
}
