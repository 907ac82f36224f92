import { callApi } from '../lib/callApi.js'

/** Lists the collections for the choice of one. */
export const collections = {
  key: 'collections',
  noun: 'Collection',
  display: { label: 'List Collections', description: 'Fills the choice of a collection.', hidden: true },
  operation: {
    type: 'polling',
    perform: async (z, bundle) => listTree(await callApi(z, bundle, 'get-folder-chain')),
    sample: { id: 'TY27IzNRdMlaFLog2BdVYg', name: 'Recipes / Bread' },
  },
}

/** Returns the collections below a node, each with its path, in the order of the tree. */
const listTree = node =>
  node.children.flatMap(child => [{ id: child._id, name: child.path }, ...listTree(child)])
