import { callApi } from '../../common/callApi.mjs'
import { toLink } from '../../common/items.mjs'
import { collection, connection } from '../../common/props.mjs'

/** The longest title, in characters. */
const maxTitle = 500

export default {
  key: 'nestmark-save-link',
  name: 'Save Link',
  description: 'Saves a link in a collection, with tags. Without a title, it gets that of the page.',
  version: '1.0.0',
  type: 'action',
  annotations: { destructiveHint: false, openWorldHint: true, readOnlyHint: false },
  props: {
    ...connection,
    address: { type: 'string', label: 'Address', description: 'The web address of the page' },
    title: {
      type: 'string',
      label: 'Title',
      description: 'Without one, the link gets the title of the page',
      optional: true,
    },
    description: { type: 'string', label: 'Description', description: 'Your words about it', optional: true },
    tags: { type: 'string[]', label: 'Tags', description: 'Names; new ones are created', optional: true },
    collection: collection('Without one, the link is uncategorized.'),
  },
  async run({ $ }) {
    const saved = await callApi(this, 'save-link-from-input', {
      link: this.address,
      name: this.title || this.address.slice(0, maxTitle),
      is_placeholder: this.title ? 0 : 1,
      desc: this.description || '',
      category: 3,
      tags: (this.tags ?? []).filter(Boolean),
      parent: this.collection || null,
    })
    $.export('$summary', `Saved ${this.address}`)
    return toLink(saved)
  },
}
