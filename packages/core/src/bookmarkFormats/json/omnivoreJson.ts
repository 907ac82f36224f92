import { jsonFormat, toText, toTexts, toWrittenDate } from './jsonFormat.ts'
import { toHighlight } from '../writtenRow.ts'

/** The metadata in the ZIP of Omnivore. The highlights of a page are Markdown in a file that `slug` names. */
export const omnivoreJson = jsonFormat({
  id: 'omnivoreJson',
  recognise: head => head.hasKeys('[].slug', '[].url', '[].state'),
  paths: ['[]'],
  open: (sink, { beside }) => ({
    async row(value, { line }) {
      const [address, title, state] = [toText(value.url), toText(value.title), toText(value.state)]
      if (state === 'Deleted') return sink.reject('deleted', { title, address, line })
      const markdown = await beside?.(`highlights/${toText(value.slug)}.md`)
      sink.row({
        address,
        title,
        note: toText(value.description),
        tags: toTexts(value.labels),
        added: toWrittenDate(value.savedAt),
        changed: toWrittenDate(value.updatedAt),
        isArchived: state === 'Archived',
        image: toText(value.thumbnail),
        highlights: readQuotes(markdown ?? '').map(toHighlight),
        line,
      })
    },
  }),
})

/**
 * Reads the quotes of a Markdown text: each block of lines that begin with `>` is a highlight, and the text behind it up to
 * the next one is the comment on it. Links and labels that a reader app adds are left out.
 */
function readQuotes(markdown: string): { text: string; comment: string }[] {
  const found: { text: string; comment: string }[] = []
  let isOpen = false
  for (const line of markdown.split(/\r?\n/)) {
    const quoted = /^\s{0,3}>\s?(.*)$/.exec(line)?.[1]
    const last = found.at(-1)
    if (quoted !== undefined) {
      if (isOpen && last) last.text += `\n${quoted}`
      else found.push({ text: quoted, comment: '' })
      isOpen = true
      continue
    }
    isOpen = false
    if (last && line.trim() !== '' && !/^#{1,6}\s/.test(line))
      last.comment += `${last.comment && '\n'}${line.trim()}`
  }
  return found
    .map(({ text, comment }) => ({ text: text.replaceAll(/\s*\[⤴️?\]\([^)]*\)/gu, '').trim(), comment }))
    .filter(({ text }) => text !== '')
}
