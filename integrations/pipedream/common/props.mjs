import { callApi } from './callApi.mjs'

/** The props of every component: the address of a Nestmark server, and an API key of it. */
export const connection = {
  server: {
    type: 'string',
    label: 'Address of your Nestmark',
    description: 'For example `https://links.example.org`',
  },
  apiKey: {
    type: 'string',
    label: 'API Key',
    description: 'Create a key of scope write in Nestmark under **Settings → API Key**.',
    secret: true,
  },
}

/** The choice of a collection. */
export const collection = description => ({
  type: 'string',
  label: 'Collection',
  description,
  optional: true,
  async options() {
    return listTree(await callApi(this, 'get-folder-chain'))
  },
})

/** Returns the collections below a node, each with its path, in the order of the tree. */
const listTree = node =>
  node.children.flatMap(child => [{ label: child.path, value: child._id }, ...listTree(child)])
