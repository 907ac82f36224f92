import { jsonFormat, toFlag, toObjects, toText, toTexts, toWrittenDate } from './jsonFormat.ts'
import { htmlToText } from '../htmlToText.ts'
import { joinTexts, toHighlight } from '../writtenRow.ts'

/** What the pages of Diigo read: one object a line, or a list of them. */
export const diigoJson = jsonFormat({
  id: 'diigoJson',
  recognise: head => head.hasKeys('url', 'readed') || head.hasKeys('[].url', '[].readed'),
  paths: ['', '[]'],
  open: sink => ({
    row: (value, { line }) =>
      sink.row({
        address: toText(value.url),
        title: toText(value.title),
        note: joinTexts(toText(value.description), ...toTexts(value.comments, 'content')),
        tags: toTexts(value.tags),
        added: toWrittenDate(value.created_at),
        changed: toWrittenDate(value.updated_at),
        isPrivate: toFlag(value.private),
        toRead: value.readed !== undefined && !toFlag(value.readed),
        highlights: toObjects(value.annotations).map(each =>
          toHighlight({
            text: htmlToText(toText(each.content)),
            comment: toTexts(each.comments, 'content').join('\n'),
            added: toWrittenDate(each.created_at),
          }),
        ),
        line,
      }),
  }),
})
