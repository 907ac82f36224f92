import { callApi } from '../lib/callApi.js'
import { collectionField } from '../lib/collectionField.js'
import { toLink } from '../lib/items.js'

/** The longest title, in characters. */
const maxTitle = 500

/** Saves a link. Without a title, the address is shown until the server has read the page. */
export const saveLink = {
  key: 'save_link',
  noun: 'Link',
  display: { label: 'Save Link', description: 'Saves a link in a collection, with tags.' },
  operation: {
    inputFields: [
      { key: 'address', label: 'Address', type: 'string', required: true },
      {
        key: 'title',
        label: 'Title',
        type: 'string',
        required: false,
        helpText: 'Without one, the title of the page.',
      },
      { key: 'description', label: 'Description', type: 'text', required: false },
      { key: 'tags', label: 'Tags', type: 'string', list: true, required: false },
      collectionField('Without one, the link is uncategorized.'),
    ],
    sample: {
      id: 'x3XTvqzB0mYx1uSWmk0y6A',
      title: 'Sourdough for beginners',
      address: 'https://bread.example/sourdough',
      description: '',
      category: 'link',
      tags: ['bread'],
      collection_id: 'TY27IzNRdMlaFLog2BdVYg',
      created: '2026-11-29T12:00:00.000Z',
    },
    perform: async (z, bundle) => {
      const { address, title, description, tags, collection } = bundle.inputData
      const saved = await callApi(z, bundle, 'save-link-from-input', {
        link: address,
        name: title || address.slice(0, maxTitle),
        is_placeholder: title ? 0 : 1,
        desc: description || '',
        category: 3,
        tags: (tags ?? []).filter(Boolean),
        parent: collection || null,
      })
      return toLink(saved)
    },
  },
}
