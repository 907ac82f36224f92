import { csvFormat } from './csvFormat.ts'

/** The saved posts or comments of Reddit: only their addresses on the site. */
export const redditCsv = csvFormat({
  id: 'redditCsv',
  needs: ['id', 'permalink'],
  recognise: ({ names }) => names.length <= 3,
  open: sink => ({
    row({ get, line }) {
      const address = get('permalink').trim()
      sink.row({
        address: address.startsWith('/') ? `https://www.reddit.com${address}` : address,
        title: '',
        line,
      })
    },
  }),
})
