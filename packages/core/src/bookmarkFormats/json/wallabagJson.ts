import {
  jsonFormat,
  type JsonObject,
  toFlag,
  toObjects,
  toText,
  toTexts,
  toWrittenDate,
} from './jsonFormat.ts'
import { toHighlight } from '../writtenRow.ts'

/** The JSON of wallabag 2 and 1. Types differ between versions, and the older one calls some keys otherwise. */
export const wallabagJson = jsonFormat({
  id: 'wallabagJson',
  recognise: head =>
    head.hasKeys('[].url') && (head.hasKeys('[].is_archived') || head.hasKeys('[].is_read', '[].is_fav')),
  paths: ['[]'],
  open: sink => ({
    row: (value, { line }) =>
      sink.row({
        address: toText(value.url),
        title: toText(value.title),
        added: toWrittenDate(value.created_at),
        changed: toWrittenDate(value.updated_at),
        tags: toTexts(value.tags, 'label'),
        favourite: toFlag(value.is_starred ?? value.is_fav),
        isArchived: toFlag(value.is_archived ?? value.is_read),
        image: toText(value.preview_picture),
        highlights: readAnnotations(value),
        line,
      }),
  }),
})

function readAnnotations({ annotations }: JsonObject) {
  return toObjects(annotations)
    .filter(each => toText(each.quote).trim() !== '')
    .map(each =>
      toHighlight({
        text: toText(each.quote),
        comment: toText(each.text),
        added: toWrittenDate(each.created_at),
      }),
    )
}
