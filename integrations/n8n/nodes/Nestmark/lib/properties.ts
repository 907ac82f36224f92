import type { ILoadOptionsFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow'
import { callApi } from './callApi'
import { listTree, type TreeNode } from './items'

/** Fills the choice of a collection. */
export const loadOptions = {
  async getCollections(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
    return listTree(await callApi<TreeNode>(this, 'get-folder-chain'))
  },
}

/** The choice of a collection. */
export const collection: INodeProperties = {
  displayName: 'Collection Name or ID',
  name: 'collection',
  type: 'options',
  typeOptions: { loadOptionsMethod: 'getCollections' },
  default: '',
  description:
    'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
}

/** What a trigger waits for. */
export const triggerProperties: INodeProperties[] = [
  {
    displayName: 'Event',
    name: 'event',
    type: 'options',
    noDataExpression: true,
    options: [
      { name: 'New Highlight', value: 'highlight.created' },
      { name: 'New Link', value: 'link.created' },
    ],
    default: 'link.created',
  },
  { ...collection, displayOptions: { show: { event: ['link.created'] } } },
]
