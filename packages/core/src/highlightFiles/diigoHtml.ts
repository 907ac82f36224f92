import { Parser } from 'htmlparser2'

/** A highlight of a file: its words, and the comments on it. */
export interface ReadHighlight {
  text: string
  comm: string
}

/** Begins the name that Diigo writes behind a comment. */
const author = /\s*[-–—]\s*(?:on [\d/-]+ )?by [^\n]{1,60}$/i
/** Lists of links and tags are no highlights. */
const otherList = /(?:^|[\s-])tags?(?:$|[\s-])/i
/** More levels than any export has; deeper ones are not read, because a parser takes quadratic time on them. */
const maxDepth = 200

type Kind = 'entry' | 'quote' | 'comment' | 'other'

/**
 * Reads the highlights of a page from the HTML of Diigo: the entries of its outermost lists, whose inner lists are
 * comments, and quotes outside lists. The exact form is not documented, so every other element is only read for its text.
 * @param html any text; broken tags are tolerated
 * @returns the highlights with text, in their order; null for a text that is nested too deeply
 */
export function readDiigoHtml(html: string): ReadHighlight[] | null {
  const found: ReadHighlight[] = []
  let current: ReadHighlight | null = null
  /** The kind of each open element; undefined for an element that is only read for its text. */
  const open: (Kind | undefined)[] = []
  const depth = { entry: 0, quote: 0, comment: 0, other: 0 }
  let isTooDeep = false
  const append = (text: string) => {
    if (current) current[depth.entry > 1 || depth.comment > 0 ? 'comm' : 'text'] += text
  }
  const parser = new Parser({
    onopentag(name, { class: className = '' }) {
      if (open.length >= maxDepth) {
        isTooDeep = true
        return parser.pause()
      }
      const kind = toKind(name, className)
      open.push(kind)
      if (kind) depth[kind]++
      const starts = (kind === 'entry' && depth.entry === 1) || (kind === 'quote' && !current)
      if (starts && depth.other === 0) found.push((current = { text: '', comm: '' }))
      else if (kind === 'entry' || breaking.has(name)) append('\n')
    },
    ontext: append,
    onclosetag() {
      const kind = open.pop()
      if (kind) depth[kind]--
      if (depth.entry + depth.quote === 0) current = null
    },
  })
  parser.end(html)
  if (isTooDeep) return null
  return found.map(toHighlight).filter(each => each.text !== '')
}

const breaking = new Set(['br', 'p', 'div'])

function toKind(name: string, className: string): Kind | undefined {
  if (otherList.test(className)) return 'other'
  if (name === 'li') return 'entry'
  if (/comment|sticky/i.test(className)) return 'comment'
  return name === 'blockquote' ? 'quote' : undefined
}

function toHighlight({ text, comm }: ReadHighlight): ReadHighlight {
  const comments = toLines(comm).map(line => line.replace(author, '').replace(/^[-–—]\s+/, ''))
  return { text: toLines(text).join(' '), comm: comments.filter(Boolean).join('\n') }
}

/** Returns the lines of a text that are not empty, with single spaces. */
function toLines(text: string): string[] {
  return text
    .split('\n')
    .map(line => line.replace(/\s+/gu, ' ').trim())
    .filter(Boolean)
}
