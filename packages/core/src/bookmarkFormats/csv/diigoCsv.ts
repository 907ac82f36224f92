import { csvFormat } from './csvFormat.ts'
import { joinTexts, toHighlight } from '../writtenRow.ts'

/** The CSV of Diigo. `annotations` has blocks `Highlight: …` and `Comment: …`. */
export const diigoCsv = csvFormat({
  id: 'diigoCsv',
  needs: ['title', 'url', 'tags', 'description', 'annotations'],
  open: sink => ({
    row({ get, line }) {
      const { highlights, rest } = readAnnotations(get('annotations'))
      const tags = get('tags').trim()
      sink.row({
        address: get('url'),
        title: get('title'),
        added: get('created_at'),
        tags: tags === 'no_tag' ? [] : tags.includes(',') ? tags.split(',') : readSpaced(tags),
        note: joinTexts(get('description'), get('comments'), ...rest),
        highlights: highlights.map(each => toHighlight(each)),
        line,
      })
    },
  }),
})

/** Reads tags that are separated by blanks; those in quotes have blanks themselves. */
function readSpaced(tags: string): string[] {
  return [...tags.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '')
}

function readAnnotations(cell: string): { highlights: { text: string; comment: string }[]; rest: string[] } {
  const highlights: { text: string; comment: string }[] = []
  const rest: string[] = []
  let isComment = false
  for (const line of cell.split(/\r?\n/)) {
    const [, kind, text = line] = /^\s*(Highlight|Comment):\s?(.*)$/.exec(line) ?? []
    const last = highlights.at(-1)
    if (kind === 'Highlight') {
      highlights.push({ text, comment: '' })
      isComment = false
    } else if (kind === 'Comment' && !last) rest.push(text.trim())
    else if (kind === 'Comment' && last) {
      last.comment += `${last.comment && '\n'}${text.trim()}`
      isComment = true
    } else if (last) last[isComment ? 'comment' : 'text'] += `\n${text}`
    else if (text.trim() !== '') rest.push(text.trim())
  }
  return { highlights, rest }
}
