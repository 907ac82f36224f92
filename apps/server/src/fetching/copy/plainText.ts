import { readTokens } from '@nestmark/core/copy/pageTokens'

/** Elements whose text is not shown. */
const hidden = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'title',
  'iframe',
  'noembed',
  'noframes',
  'svg',
  'math',
  'select',
  'textarea',
  'object',
  'nav',
])
/** Elements that do not end a line. */
const inline = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark output q rp rt ruby s samp ' +
    'small span strike strong sub sup time tt u var wbr'
  ).split(' '),
)

/** The text of a page. */
export interface PlainText {
  /** One line for each block. */
  lines: string[]
  title: string
  lang: string
  dir: string
  /** Number of elements of the page. */
  elements: number
  /** The maximum depth of nested elements. */
  depth: number
}

/** Elements that are not nested, or often have no end tag. */
const flat = new Set(
  (
    'area base br col embed hr img input link meta param source track wbr p li dt dd tr td th thead tbody tfoot option ' +
    'optgroup rt rp colgroup html head body'
  ).split(' '),
)

/**
 * Reads the text of a page without building a tree.
 * @param maxLength of the text, in UTF-16 code units; the rest is omitted
 */
export function readPlainText(html: string, maxLength: number): PlainText {
  const found: PlainText = { lines: [], title: '', lang: '', dir: '', elements: 0, depth: 0 }
  let depth = 0
  let line = ''
  let length = 0
  let skipped: { name: string; depth: number } | null = null
  const endLine = () => {
    const text = line.replace(/\s+/g, ' ').trim()
    line = ''
    if (text === '') return
    found.lines.push(text)
    length += text.length + 1
  }
  readTokens(html, {
    declaration: () => undefined,
    isForeign: () => skipped?.name === 'svg' || skipped?.name === 'math',
    start({ name, attributes, isSelfClosing }) {
      found.elements++
      if (!flat.has(name) && !isSelfClosing) found.depth = Math.max(found.depth, ++depth)
      if (name === 'html') {
        found.lang ||= attributes.get('lang') ?? ''
        found.dir ||= attributes.get('dir')?.toLowerCase() ?? ''
      }
      if (skipped?.name === name) skipped.depth++
      if (skipped) return
      if (!inline.has(name)) endLine()
      if (hidden.has(name) && !isSelfClosing) skipped = { name, depth: 1 }
    },
    end(name) {
      if (!flat.has(name)) depth = Math.max(0, depth - 1)
      if (skipped?.name === name && --skipped.depth === 0) skipped = null
      else if (!skipped && !inline.has(name)) endLine()
    },
    text(text) {
      if (skipped?.name === 'title') found.title += text
      else if (!skipped && length + line.length < maxLength) line += text
    },
  })
  endLine()
  return found
}
