import { decodeReferences } from '../../bookmarkFiles/references.ts'
import { readDiigoHtml } from '../../highlightFiles/diigoHtml.ts'
import { htmlToText } from '../htmlToText.ts'
import { xmlFormat } from './xmlFormat.ts'
import { toHighlight } from '../writtenRow.ts'

interface Item {
  title: string
  address: string
  added: string
  html: string
  tags: string[]
  line: number
}

/** RSS and Atom as a list of links. The description of Diigo's items has highlights. */
export const feedXml = xmlFormat({
  id: 'feedXml',
  recognise: head =>
    head.root === 'rss' || head.root === 'feed' || (head.root === 'rdf:rdf' && !/xmlns:z=/.test(head.text)),
  open(sink) {
    let item: Item | null = null
    let isDiigo = false
    let depth = 0
    return {
      open(name, attributes, line) {
        depth++
        if (name === 'item' || name === 'entry')
          item = { title: '', address: '', added: '', html: '', tags: [], line }
        else if (
          item &&
          name === 'link' &&
          attributes.href &&
          (attributes.rel ?? 'alternate') === 'alternate'
        )
          item.address ||= attributes.href
        else if (item && name === 'category') item.tags.push(attributes.term ?? '')
      },
      close(name, text) {
        depth--
        if (!item) {
          if (depth === 2 && /diigo/i.test(text)) isDiigo = true
          return
        }
        if (name === 'title') item.title ||= decodeReferences(text)
        else if (name === 'link') item.address ||= text.trim()
        else if (name === 'guid' && /^https?:/i.test(text.trim())) item.address ||= text.trim()
        else if (dates.has(name)) item.added ||= text.trim()
        else if (texts.has(name)) item.html ||= text
        else if (name === 'category' || name === 'dc:subject') item.tags.push(text)
        else if (name === 'item' || name === 'entry') {
          const highlights = isDiigo ? (readDiigoHtml(item.html) ?? []) : []
          sink.row({
            ...item,
            note: highlights.length > 0 ? '' : htmlToText(item.html),
            highlights: highlights.map(({ text, comm }) => toHighlight({ text, comment: comm })),
          })
          item = null
        }
      },
    }
  },
})

const dates = new Set(['pubdate', 'dc:date', 'published', 'updated'])
const texts = new Set(['description', 'content:encoded', 'content', 'summary'])
