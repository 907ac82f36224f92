import { getTree } from '@nestmark/contract/collections'
import type { Output } from '@nestmark/contract/operation'
import { operationKey } from '../../../lib/api/operations.ts'
import { queryClient } from '../../../lib/api/queryClient.ts'

/** Returns the id of the person's root collection; undefined before the tree is read. */
export const findRoot = (): string | undefined =>
  queryClient.getQueryData<Output<typeof getTree>>(operationKey(getTree, {}))?._id
