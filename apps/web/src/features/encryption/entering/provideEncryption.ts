import { getCollection, getTree } from '@nestmark/contract/collections'
import { getSharedTrees } from '@nestmark/contract/sharing/share'
import type { Output } from '@nestmark/contract/operation'
import type { TreeNode } from '@nestmark/contract/shapes'
import { operationKey } from '../../../lib/api/operations.ts'
import { queryClient } from '../../../lib/api/queryClient.ts'
import { provideEntering } from '../../../lib/encryption/entering.ts'

/** Provides the encryption of what enters a collection with a key. Its code is loaded when it is needed. */
export function provideEncryption(): void {
  provideEntering({
    isEncrypted: isKnownEncrypted,
    save: async call => (await import('./saveEntering.ts')).saveEntering(call),
    edit: async call => (await import('./encryptEntering.ts')).editEntering(call),
    retry: async (call, refusal) => (await import('./encryptEntering.ts')).retryEncrypted(call, refusal),
    chooseWay: async id => (await import('./openPlace.ts')).chooseWayInto(id),
  })
}

/** Returns whether a collection has a key, by what the page has read. @param id none for the root */
function isKnownEncrypted(id: string | null | undefined): boolean {
  const own = queryClient.getQueryData<Output<typeof getTree>>(operationKey(getTree, {}))
  const shared = queryClient.getQueryData<Output<typeof getSharedTrees>>(operationKey(getSharedTrees, {}))
  const folderId = id ?? own?._id
  if (folderId === undefined) return false
  const read = queryClient.getQueryData<Output<typeof getCollection>>(
    operationKey(getCollection, { folder_id: folderId }),
  )
  if (read) return read.folder.enc_id !== undefined || read.folder.is_encrypted === 1
  const nodes: TreeNode[] = [...(own ? [own] : []), ...(shared ?? []).map(({ tree }) => tree)]
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    if (node._id === folderId) return node.is_encrypted === 1
    nodes.push(...node.children)
  }
  return false
}
