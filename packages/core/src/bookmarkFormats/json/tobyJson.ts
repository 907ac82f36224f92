import { jsonFormat, rejectDamaged, toObjects, toText, toTexts } from './jsonFormat.ts'

/** The JSON of Toby: a list is a folder, and its labels are tags of its links. Texts that a person wrote replace those of the page. */
export const tobyJson = jsonFormat({
  id: 'tobyJson',
  recognise: head => head.hasKeys('lists[].cards[]'),
  paths: ['lists[]'],
  without: [],
  open: sink => ({
    row(value, { line }) {
      sink.openFolder({ name: toText(value.title), line })
      for (const card of toObjects(value.cards))
        if (!rejectDamaged(sink, card, line))
          sink.row({
            address: toText(card.url),
            title: toText(card.customTitle) || toText(card.title),
            note: toText(card.customDescription) || toText(card.description),
            tags: [...toTexts(value.labels, 'title'), ...toTexts(card.labels, 'title')],
            line,
          })
      sink.closeFolder()
    },
  }),
})
