import { escapeAttribute, escapeText } from '@nestmark/core/copy/escape'
import { choosePicture, isTrackingPixel } from '@nestmark/core/copy/pictureAddress'
import { acceptPictureData, resolveAddress, resolveResource } from '@nestmark/core/copy/resources'

/** The elements of an article. All others are omitted, and their content remains. */
const allowed = new Set(
  (
    'p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code kbd samp var em strong b i u s del ins sub sup small ' +
    'mark q cite abbr time figure figcaption table caption thead tbody tfoot tr th td ruby rt rp div section details ' +
    'summary a img br hr'
  ).split(' '),
)
const empty = new Set(['img', 'br', 'hr'])
/** Elements whose content is omitted, too. */
const removed = new Set(
  'script style noscript template iframe object embed svg math form button select input textarea canvas video audio'.split(
    ' ',
  ),
)
/** Inline elements, which do not end a line of the text. */
const inline = new Set(
  'code kbd samp var em strong b i u s del ins sub sup small mark q cite abbr time ruby rt rp a img span font'.split(
    ' ',
  ),
)
/** The attributes that elements retain unchanged. */
const retained: Readonly<Record<string, readonly string[]>> = {
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  ol: ['start', 'reversed', 'type'],
  pre: ['data-language'],
  code: ['data-language'],
  time: ['datetime'],
  abbr: ['title'],
  img: ['alt', 'title', 'width', 'height'],
}
const maxDepth = 200
const maxAttributeLength = 1000
/** Ids of an article get this prefix, so that they never equal an id of the page that shows it. */
const idPrefix = 'article-'

/** The parts of a DOM that are read. */
export interface ContentNode {
  nodeType: number
  nodeName: string
  nodeValue: string | null
  childNodes: Iterable<ContentNode>
  attributes?: Iterable<{ name: string; value: string }>
}

/** An article in HTML of allowed elements, and as text. */
export interface ArticleContent {
  html: string
  text: string
}

/**
 * Writes the allowed elements and attributes of an article, and its text. Links and pictures have absolute addresses.
 * @param base absolute
 */
export function writeArticle(root: ContentNode, base: string): ArticleContent {
  const html: string[] = []
  const text: string[] = []
  const visit = (node: ContentNode, depth: number, isPreformatted: boolean) => {
    if (node.nodeType === 3) {
      const value = node.nodeValue ?? ''
      html.push(escapeText(value))
      text.push(isPreformatted ? value : value.replace(/\s+/g, ' '))
      return
    }
    if (node.nodeType !== 1 || depth > maxDepth) return
    const name = node.nodeName.toLowerCase()
    if (removed.has(name)) return
    if (!inline.has(name)) text.push('\n')
    const attributes = new Map(
      [...(node.attributes ?? [])].map(each => [each.name.toLowerCase(), each.value]),
    )
    const tag = allowed.has(name) ? writeTag(name, attributes, base) : null
    if (tag !== null) html.push(tag)
    for (const child of node.childNodes) visit(child, depth + 1, isPreformatted || name === 'pre')
    if (tag !== null && !empty.has(name)) html.push(`</${name}>`)
    if (!inline.has(name)) text.push('\n')
  }
  for (const child of root.childNodes) visit(child, 0, false)
  const lines = text
    .join('')
    .split('\n')
    .map(line => line.trim())
  return { html: html.join('').trim(), text: lines.filter(line => line !== '').join('\n') }
}

/** Returns a start tag; null when the element is omitted. */
function writeTag(name: string, attributes: Map<string, string>, base: string): string | null {
  const written: [string, string][] = []
  const add = (key: string, value: string | null | undefined) => {
    if (value !== undefined && value !== null && value.length <= maxAttributeLength)
      written.push([key, value])
  }
  if (name === 'img') {
    const address = isTrackingPixel(attributes) ? null : resolvePicture(choosePicture(attributes, []), base)
    if (address === null) return null
    written.push(['src', address])
  }
  if (name === 'a') {
    const href = resolveLink(attributes.get('href') ?? '', base)
    if (href !== null) written.push(['href', href])
    if (href !== null && !href.startsWith('#'))
      written.push(['target', '_blank'], ['rel', 'noopener noreferrer'])
  }
  const id = attributes.get('id') || (name === 'a' && attributes.get('name'))
  if (id) add('id', idPrefix + id)
  const lang = attributes.get('lang') ?? ''
  if (/^[\w-]{1,35}$/.test(lang)) add('lang', lang)
  const dir = attributes.get('dir')?.toLowerCase()
  if (dir === 'rtl' || dir === 'ltr' || dir === 'auto') add('dir', dir)
  for (const key of retained[name] ?? []) add(key, attributes.get(key))
  return `<${name}${written.map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`).join('')}>`
}

function resolvePicture(written: string | null, base: string): string | null {
  if (written === null) return null
  return acceptPictureData(written) ?? resolveResource(written, base)
}

function resolveLink(written: string, base: string): string | null {
  const target = written.trim()
  if (/^(?:mailto|tel):/i.test(target)) return target
  const address = resolveAddress(target, base)
  const here = resolveResource(base, base)
  const isHere = here !== null && address?.startsWith(`${here}#`)
  return isHere && address ? `#${idPrefix}${address.slice(here.length + 1)}` : address
}
