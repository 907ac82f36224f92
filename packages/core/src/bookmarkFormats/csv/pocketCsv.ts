import { csvFormat } from './csvFormat.ts'

/** The CSV of Pocket's last export, whose ZIP has it in parts. Tags are separated by bars; `status` is `unread` or `archive`. */
export const pocketCsv = csvFormat({
  id: 'pocketCsv',
  needs: ['title', 'url', 'time_added', 'status'],
  open: sink => ({
    row({ get, line }) {
      sink.row({
        address: get('url'),
        title: get('title'),
        added: get('time_added'),
        tags: get('tags').split('|'),
        toRead: get('status').trim() === 'unread',
        isArchived: get('status').trim() === 'archive',
        line,
      })
    },
  }),
})
