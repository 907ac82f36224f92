import type { ArticleText } from '../articleText.ts'

/** A paragraph of an article, in parts that are short enough to be read aloud one after another. */
export interface Paragraph {
  element: HTMLElement
  /** The position after its last character. */
  end: number
  parts: string[]
}

const blocks =
  'p, h1, h2, h3, h4, h5, h6, li, dt, dd, blockquote, pre, figcaption, caption, td, th, summary, div'
/** Some voices stop after a quarter of a minute. */
const maxPart = 250

/** Lists the paragraphs of an article. */
export function listParagraphs({ body, nodes, starts }: ArticleText, lang: string): Paragraph[] {
  const found: { element: HTMLElement; end: number; text: string }[] = []
  for (const [index, node] of nodes.entries()) {
    const own = node.parentElement?.closest<HTMLElement>(blocks)
    const element = own && body.contains(own) ? own : body
    const end = (starts[index] ?? 0) + node.length
    const last = found.at(-1)
    if (last?.element === element) Object.assign(last, { text: last.text + node.data, end })
    else found.push({ element, end, text: node.data })
  }
  return found.map(({ element, end, text }) => ({ element, end, parts: splitSentences(text, lang) }))
}

/** Splits a text at its sentences, into parts of several short sentences each. */
function splitSentences(text: string, lang: string): string[] {
  const parts: string[] = []
  for (const { segment } of createSegmenter(lang).segment(text.replace(/\s+/g, ' ').trim())) {
    const last = parts.at(-1)
    if (last !== undefined && last.length + segment.length <= maxPart)
      parts[parts.length - 1] = last + segment
    else parts.push(segment)
  }
  return parts
}

function createSegmenter(lang: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(lang || undefined, { granularity: 'sentence' })
  } catch {
    // The page names a language that is none.
    return new Intl.Segmenter(undefined, { granularity: 'sentence' })
  }
}
