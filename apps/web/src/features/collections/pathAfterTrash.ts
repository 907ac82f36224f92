import { getTree, getCollection } from '@nestmark/contract/collections'
import type { Operation, Output } from '@nestmark/contract/operation'
import { getSharedTrees } from '@nestmark/contract/sharing/share'
import type { BreadcrumbEntry } from '@nestmark/contract/shapes'
import { assertDefined } from '@nestmark/core/assertDefined'
import { queryClient } from '../../lib/api/queryClient.ts'
import { toBreadcrumb } from './toBreadcrumb.ts'
import { findPath } from './tree/pendingTree.ts'

/**
 * Returns the page to open after collections were trashed.
 * @param collectionId the collection that the page shows, or that contains its link; undefined for other pages
 * @returns the path of the nearest remaining ancestor, or the dashboard; null where the page is not affected
 */
export function findPathAfterTrash(
  collectionId: string | undefined,
  trashed: readonly string[],
): string | null {
  if (!collectionId || trashed.length === 0) return null
  const cached = getCached(getCollection, { folder_id: collectionId })
  const breadcrumb = cached?.breadcrumb ?? findBreadcrumbInTrees(collectionId)
  const index = breadcrumb.findIndex(entry => trashed.includes(entry._id))
  if (index < 0) return trashed.includes(collectionId) ? '/dashboard' : null
  return assertDefined(toBreadcrumb(breadcrumb.slice(0, index)).at(-1), 'ancestor').to
}

const getCached = <Op extends Operation>(op: Op, input: object) =>
  queryClient.getQueryData<Output<Op>>([op.path, input])

/** Builds the breadcrumb from the cached trees: the page of a link does not read its collection. */
function findBreadcrumbInTrees(id: string): BreadcrumbEntry[] {
  const own = getCached(getTree, {})
  for (const root of [own, ...(getCached(getSharedTrees, {}) ?? []).map(({ tree }) => tree)]) {
    const found = root && findPath(root, id)
    if (found)
      return [...found.ancestors, found.node]
        .filter(node => node !== own)
        .map(node => ({ _id: node._id, name: node.folder_name, label: '', parent: null }))
  }
  return []
}
