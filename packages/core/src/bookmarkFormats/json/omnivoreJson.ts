import { jsonFormat, toText, toTexts, toWrittenDate } from './jsonFormat.ts'
import { readQuotes } from '../markdownQuotes.ts'
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
        highlights: readQuotes(markdown ?? '').map(each => toHighlight(each)),
        line,
      })
    },
  }),
})
