import { Parser } from 'htmlparser2'

const blocks = new Set(
  ['p', 'div', 'br', 'li', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].concat('blockquote', 'pre', 'en-todo'),
)
const hidden = new Set(['script', 'style'])
/** More levels than any page has; deeper ones are not read, because a parser takes quadratic time on them. */
const maxDepth = 500
/** The length of what is read, in UTF-16 code units. */
const maxLength = 1_000_000

/** Returns the text of an HTML fragment, with a line for each block; any other text unchanged. */
export function htmlToText(html: string): string {
  if (!/<[a-z!/]|&[#\w]{1,20};/i.test(html)) return html
  let text = ''
  let isLineStart = true
  let [isHidden, depth] = [0, 0]
  const add = (part: string) => {
    text += part
    isLineStart = part.endsWith('\n')
  }
  const breakLine = () => {
    if (!isLineStart) add('\n')
  }
  const parser = new Parser({
    onopentag(name) {
      if (++depth > maxDepth) return parser.pause()
      if (hidden.has(name)) isHidden++
      else if (blocks.has(name)) breakLine()
      if (name === 'li') add('- ')
    },
    ontext(part) {
      if (isHidden === 0) add(part)
    },
    onclosetag(name) {
      depth--
      if (hidden.has(name)) isHidden--
      else if (blocks.has(name)) breakLine()
    },
  })
  parser.end(html.slice(0, maxLength))
  if (depth > maxDepth) return html
  const lines = text.split('\n').map(line => line.trimEnd())
  return lines
    .filter((line, at) => line !== '' || lines[at - 1] !== '')
    .join('\n')
    .trim()
}
