import { jsonFormat, toFlag, toText, toWrittenDate } from './jsonFormat.ts'
import { htmlToText } from '../htmlToText.ts'

/** The JSON of Readability. Its excerpts have references of HTML. */
export const readabilityJson = jsonFormat({
  id: 'readabilityJson',
  recognise: head => head.hasKeys('bookmarks[].article__url'),
  paths: ['bookmarks[]', 'recommendations[]'],
  open: sink => ({
    row(value, { line }) {
      const title = toText(value.article__title)
      sink.row({
        address: toText(value.article__url),
        title: title === '(no title)' || title === 'No title found' ? '' : title,
        note: htmlToText(toText(value.article__excerpt)),
        added: toWrittenDate(value.date_added),
        favourite: toFlag(value.favorite),
        isArchived: toFlag(value.archive),
        line,
      })
    },
  }),
})
