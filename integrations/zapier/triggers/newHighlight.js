import { callApi } from '../lib/callApi.js'
import { createTriggers } from '../lib/createTriggers.js'
import { highlightsOfPages, toHighlight } from '../lib/items.js'

export const [newHighlight, newHighlightByPolling] = createTriggers({
  key: 'new_highlight',
  noun: 'Highlight',
  event: 'highlight.created',
  list: 'highlights',
  sample: {
    id: 'k2mPo1nfSzqv3yGZxW0b4w',
    text: 'A wet dough is easier to fold',
    comment: 'Try this',
    color: 'yellow',
    page_title: 'Sourdough for beginners',
    page_address: 'https://bread.example/sourdough',
    created: '2026-11-29T12:00:00.000Z',
  },
  toItem: toHighlight,
  newest: async (z, bundle) => highlightsOfPages(await callApi(z, bundle, 'all-highlights')),
})
