import { getTree } from '@nestmark/contract/collections'
import { getSharedTrees } from '@nestmark/contract/share'
import type { TreeNode } from '@nestmark/contract/shapes'
import type { SearchType } from '@nestmark/contract/searchTypes'
import { listTags } from '@nestmark/contract/tags'
import { hasPlanFeature } from '@nestmark/core/plans'
import { findNamed, type NamesOfSearch } from '@nestmark/core/searchIndex/filters'
import type { LinkQuery } from '@nestmark/core/searchIndex/linkIndex'
import { parseSearch, type SearchQuery } from '@nestmark/core/searchQuery/query'
import { queryOptions } from '../../../lib/api/operations.ts'
import { queryClient } from '../../../lib/api/queryClient.ts'
import { arePlanLimitsEnabled } from '../../../lib/planLimits.ts'
import { flattenTree } from '../../collections/tree.ts'
import { searchedFields } from './searchedFields.ts'

/** A search for links, as the page sends it to the server. */
export interface TypedSearch {
  input: string
  type: SearchType
  category?: number
  order?: 1 | 2
}

/** Returns the search of the index for a typed text: the names of collections and tags are looked up as the server does. */
export async function toLinkQuery(search: TypedSearch, plan: number): Promise<LinkQuery> {
  const query = parseSearch(search.input)
  const fields = searchedFields[search.type] ?? []
  const readsDescriptions = !arePlanLimitsEnabled() || hasPlanFeature(plan, 'searchDescriptions')
  return {
    query,
    fields: fields.length > 1 && !readsDescriptions ? fields.filter(field => field !== 'descr') : fields,
    names: await findNames(query),
    category: search.category,
    order: search.order,
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
      ids: findNamed(nodes, value).flatMap(({ node, isRoot }) => (isRoot ? [node._id] : listIds(node))),
      negative,
    })),
  }
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
