import { Parser } from 'htmlparser2'

const blocks = new Set([
  'p',
  'div',
  'br',
  'li',
  'tr',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
  'pre',
  'en-todo',
])
const hidden = new Set(['script', 'style'])

/** Returns the text of an HTML fragment, with a line for each block; any other text unchanged. */
export function htmlToText(html: string): string {
  if (!/<[a-z!/]|&[#\w]{1,20};/i.test(html)) return html
  let text = ''
  let isHidden = 0
  const parser = new Parser({
    onopentag(name) {
      if (hidden.has(name)) isHidden++
      else if (blocks.has(name) && !text.endsWith('\n')) text += '\n'
      if (name === 'li') text += '- '
    },
    ontext(part) {
      if (isHidden === 0) text += part
    },
    onclosetag(name) {
      if (hidden.has(name)) isHidden--
      else if (blocks.has(name) && !text.endsWith('\n')) text += '\n'
    },
  })
  parser.end(html)
  return text
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
