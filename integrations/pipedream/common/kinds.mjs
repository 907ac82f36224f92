import { callApi } from './callApi.mjs'
import { highlightsOfPages, toHighlight, toLink } from './items.mjs'
import { collection } from './props.mjs'

/** New links: their webhook event, and the newest 50. */
export const links = {
  event: 'link.created',
  list: 'links',
  toItem: toLink,
  props: { collection: collection('Only links saved in it or in its sub-collections.') },
  newest: async source => {
    const place = source.collection ? { folder_id: source.collection, include_sub: 1 } : {}
    return (await callApi(source, 'dashboard-links', place)).links
  },
}

/** New highlights: their webhook event, and those of the newest 50 pages. */
export const highlights = {
  event: 'highlight.created',
  list: 'highlights',
  toItem: toHighlight,
  newest: async source => highlightsOfPages(await callApi(source, 'all-highlights')),
}
