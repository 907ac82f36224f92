import { csvFormat } from './csvFormat.ts'
import { joinTexts, toHighlight } from './writtenRow.ts'

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
  for (const [, kind, text = ''] of cell.matchAll(
    /(?:^|\n)\s*(Highlight|Comment):\s?([^]*?)(?=\n\s*(?:Highlight|Comment):|$)/g,
  )) {
    const last = highlights.at(-1)
    if (kind === 'Highlight') highlights.push({ text, comment: '' })
    else if (last) last.comment += `${last.comment && '\n'}${text.trim()}`
    else rest.push(text.trim())
  }
  if (highlights.length + rest.length === 0 && cell.trim() !== '')
    highlights.push({ text: cell, comment: '' })
  return { highlights, rest }
}
