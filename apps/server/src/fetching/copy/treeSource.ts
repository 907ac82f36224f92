import { escapeAttribute, escapeText } from '@nestmark/core/copy/escape'
import { mathElements, texClass } from './formulas.ts'
import { readTokens, type StartTag } from '@nestmark/core/copy/pageTokens'

/** Elements without words. Without them, the tree is several times smaller. */
const removed = new Set(
  'style svg template iframe object embed canvas video audio noembed noframes annotation-xml'.split(' '),
)
const ofHead = new Set(['title', 'meta', 'base', 'script'])
const frame = new Set(['html', 'head', 'body'])
const empty = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))

/**
 * Writes the parts of a page that are needed to find its article, complete with `html`, `head` and `body`: a page
 * may omit them, and the tree builder does not add them.
 */
export function writeTreeSource(html: string): string {
  const head: string[] = []
  const body: string[] = []
  let skipped: { name: string; depth: number } | null = null
  /** The element of the head whose text follows. */
  let inHead: string | null = null
  /** A title there is not that of the page. */
  let isInNoscript = false
  let mathDepth = 0
  let isTexScript = false
  let root: StartTag['attributes'] = new Map()
  readTokens(html, {
    declaration: () => undefined,
    isForeign: () => skipped?.name === 'svg' || mathDepth > 0,
    start(tag) {
      const { name, attributes, isSelfClosing } = tag
      if (skipped) return void (skipped.name === name && skipped.depth++)
      if (inHead) return
      if (name === 'noscript') isInNoscript = true
      if (name === 'math') mathDepth++
      // An element of HTML ends a formula.
      else if (mathDepth > 0 && !mathElements.has(name)) {
        body.push('</math>'.repeat(mathDepth))
        mathDepth = 0
      }
      isTexScript = name === 'script' && /^\s*math\/(?:tex|asciimath)\b/i.test(attributes.get('type') ?? '')
      if (isTexScript) return void body.push(`<code class="${texClass}">`)
      const isScript =
        name === 'script' && attributes.get('type')?.trim().toLowerCase() !== 'application/ld+json'
      if (isScript || removed.has(name) || (name === 'title' && isInNoscript)) {
        if (!empty.has(name) && !isSelfClosing) skipped = { name, depth: 1 }
        return
      }
      if (name === 'html') root = attributes
      if (frame.has(name)) return
      const list = ofHead.has(name) ? head : body
      list.push(writeStart(tag))
      if (ofHead.has(name) && !empty.has(name)) inHead = name
    },
    end(name) {
      if (name === 'noscript') isInNoscript = false
      if (name === 'math') mathDepth = Math.max(0, mathDepth - 1)
      // It ends with its formula.
      if (name === 'math' && skipped?.name === 'annotation-xml') skipped = null
      if (isTexScript) {
        isTexScript = false
        body.push('</code>')
      } else if (skipped) {
        if (skipped.name === name && --skipped.depth === 0) skipped = null
      } else if (inHead) {
        if (inHead === name) {
          head.push(`</${name}>`)
          inHead = null
        }
      } else if (!frame.has(name) && !empty.has(name)) body.push(`</${name}>`)
    },
    text(text) {
      if (skipped) return
      // A script is read without parsing, and ends at `</`.
      if (inHead) head.push(inHead === 'script' ? text.replaceAll('</', '<\\/') : escapeText(text))
      else body.push(escapeText(text))
    },
  })
  const rest = inHead ? `</${inHead}>` : ''
  const start = writeStart({ name: 'html', attributes: root })
  return `<!doctype html>${start}<head>${head.join('')}${rest}</head><body>${body.join('')}</body></html>`
}

function writeStart({ name, attributes }: Pick<StartTag, 'name' | 'attributes'>): string {
  const written = [...attributes]
    .filter(([key]) => /^[a-z][\w:.-]*$/.test(key))
    .map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`)
  return `<${name}${written.join('')}>`
}
