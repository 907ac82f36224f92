import { csvFormat } from './csvFormat.ts'
import { htmlToText } from '../htmlToText.ts'
import { joinTexts } from '../writtenRow.ts'
import { doiAddress } from '../json/zoteroJson.ts'

/** The CSV of Zotero. Tags are separated by semicolons; notes are HTML. A row without an address has that of its DOI. */
export const zoteroCsv = csvFormat({
  id: 'zoteroCsv',
  needs: ['key', 'item type', 'title', 'url', 'manual tags'],
  open: sink => ({
    row({ get, line }) {
      sink.row({
        address: get('url') || doiAddress(get('doi')),
        title: get('title'),
        note: joinTexts(get('abstract note'), htmlToText(get('notes'))),
        tags: `${get('manual tags')};${get('automatic tags')}`.split(';'),
        added: get('date added'),
        changed: get('date modified'),
        line,
      })
    },
  }),
})
