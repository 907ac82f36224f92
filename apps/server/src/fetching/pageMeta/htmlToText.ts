import { Parser } from 'htmlparser2'

/**
 * Converts HTML to text: JSON-LD and oEmbed often contain entities and tags in place of text.
 * @param html at most the first 16,384 characters are read
 */
export function htmlToText(html: unknown): string {
  if (typeof html !== 'string') return ''
  if (!/[&<]/.test(html)) return html
  let text = ''
  const parser = new Parser({ ontext: part => (text += part) })
  parser.end(html.slice(0, 16_384))
  return text
}
