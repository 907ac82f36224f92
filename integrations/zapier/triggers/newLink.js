import { callApi } from '../lib/callApi.js'
import { collectionField } from '../lib/collectionField.js'
import { createTriggers } from '../lib/createTriggers.js'
import { toLink } from '../lib/items.js'

export const [newLink, newLinkByPolling] = createTriggers({
  key: 'new_link',
  noun: 'Link',
  event: 'link.created',
  list: 'links',
  inputFields: [collectionField('Only links saved in it or in its sub-collections.')],
  sample: {
    id: 'x3XTvqzB0mYx1uSWmk0y6A',
    title: 'Sourdough for beginners',
    address: 'https://bread.example/sourdough',
    description: 'Flour, water, salt and patience',
    category: 'link',
    tags: ['bread'],
    collection_id: 'TY27IzNRdMlaFLog2BdVYg',
    created: '2026-11-29T12:00:00.000Z',
  },
  toItem: toLink,
  newest: async (z, bundle) => {
    const folder_id = bundle.inputData.collection
    const place = folder_id ? { folder_id, include_sub: 1 } : {}
    return (await callApi(z, bundle, 'dashboard-links', place)).links
  },
})
