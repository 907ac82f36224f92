import type { IDataObject, IExecuteFunctions } from 'n8n-workflow'
import { callApi } from './callApi'
import { type ApiLink, toLink } from './items'

/** The longest title, in characters. */
const maxTitle = 500

/**
 * Saves the link of an input item. Without a title, the address is shown until the server has read the page.
 * @param index the number of the item
 */
export async function saveLink(node: IExecuteFunctions, index: number): Promise<IDataObject> {
  const address = node.getNodeParameter('address', index) as string
  const title = node.getNodeParameter('title', index, '') as string
  const tags = node.getNodeParameter('tags', index, '') as string | string[]
  const saved = await callApi<ApiLink>(node, 'save-link-from-input', {
    link: address,
    name: title || address.slice(0, maxTitle),
    is_placeholder: title ? 0 : 1,
    desc: node.getNodeParameter('description', index, '') as string,
    category: 3,
    tags: (Array.isArray(tags) ? tags : tags.split(',')).map(each => each.trim()).filter(Boolean),
    parent: (node.getNodeParameter('collection', index, '') as string) || null,
  })
  return toLink(saved) ?? { id: saved._id }
}
