import { getTree } from '@nestmark/contract/collections'
import { getSharedTrees } from '@nestmark/contract/sharing/share'
import type { TreeNode } from '@nestmark/contract/shapes'
import type { SearchType } from '@nestmark/contract/search/searchTypes'
import { listTags } from '@nestmark/contract/tags'
import { findNamed, type NamesOfSearch } from '@nestmark/core/searchIndex/filters'
import type { LinkQuery } from '@nestmark/core/searchIndex/linkIndex'
import { foldText } from '@nestmark/core/words/searchTerms'
import { parseFilter, parseSearch, type SearchQuery } from '@nestmark/core/searchQuery/query'
import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { queryOptions } from '../../../lib/api/operations.ts'
import { queryClient } from '../../../lib/api/queryClient.ts'
import { flattenTree } from '../../collections/tree/tree.ts'
import { searchesDescriptions } from '../../session/plan.ts'
import { findTimeZone } from '../operators/dayZone.ts'
import { searchedFields } from './searchedFields.ts'

/** A search for links, as the page sends it to the server. */
export interface TypedSearch {
  input: string
  type: SearchType
  category?: number
  order?: 1 | 2
  /** For the filter of a collection, which has words but no operators. */
  within?: FilteredPlace
}

/** The collection whose list is filtered, and the order and other filters of the list. */
export interface FilteredPlace {
  folderId: string
  /** Includes the links of all descendants. */
  sub: boolean
  favourite: boolean
  /** The order in place of that of the dates. */
  sort?: 'title' | 'host'
}

/** Returns the search of the index for a typed text: the names of collections and tags are looked up as the server does. */
export async function toLinkQuery(search: TypedSearch, plan: number): Promise<LinkQuery> {
  const { within } = search
  const query = within
    ? { ...parseFilter(search.input), favourite: within.favourite ? true : null }
    : parseSearch(search.input, findTimeZone())
  const fields = searchedFields[search.type] ?? []
  const readsDescriptions = searchesDescriptions(plan)
  return {
    query,
    fields: fields.length > 1 && !readsDescriptions ? fields.filter(field => field !== 'descr') : fields,
    names: within ? await findPlace(within) : await findNames(query),
    category: search.category,
    order: search.order,
    sort: within?.sort,
  }
}

/** How long a tree counts as fresh, in milliseconds. A change invalidates it. */
const staleTime = 60_000

async function findNames({ tags, collections }: SearchQuery): Promise<NamesOfSearch> {
  const known = await Promise.all(
    tags.map(({ value }) =>
      queryClient.fetchQuery({ ...queryOptions(listTags, { input: value }), staleTime }),
    ),
  )
  const nodes = collections.length > 0 ? await listNodes() : []
  return {
    tags: known.flat().map(tag => tag.name),
    collections: collections.map(({ value, negative }) => ({
      ids: findMeant(nodes, value).flatMap(({ node, isRoot }) => (isRoot ? [node._id] : listIds(node))),
      negative,
    })),
  }
}

/** Returns the collections that a name matches; where none does, the name of the root on pages is that of the root. */
function findMeant(nodes: readonly NamedNode[], name: string): readonly NamedNode[] {
  const found = findNamed(nodes, name)
  const isRoot = found.length === 0 && foldText(name) === foldText(collectionsTexts.dashboard)
  return isRoot ? nodes.filter(node => node.isRoot) : found
}

async function findPlace({ folderId, sub }: FilteredPlace): Promise<NamesOfSearch> {
  const nodes = sub ? await listNodes() : []
  const top = nodes.find(({ node }) => node._id === folderId)
  return { tags: [], collections: [{ ids: top ? listIds(top.node) : [folderId], negative: false }] }
}

interface NamedNode {
  name: string
  node: TreeNode
  /** `in:uncategorized` means the links directly in it: every collection is under it. */
  isRoot: boolean
}

/** Returns the person's own collections, and those that others share. */
async function listNodes(): Promise<NamedNode[]> {
  const [own, shared] = await Promise.all([
    queryClient.fetchQuery({ ...queryOptions(getTree, {}), staleTime }),
    queryClient.fetchQuery({ ...queryOptions(getSharedTrees, {}), staleTime }),
  ])
  return [own, ...shared.map(({ tree }) => tree)]
    .flatMap(flattenTree)
    .map(node => ({ node, name: node.folder_name, isRoot: node === own }))
}

const listIds = (node: TreeNode): string[] => flattenTree(node).map(each => each._id)
