import { listSharedCollections } from '@nestmark/contract/sharing/share'
import type { Output } from '@nestmark/contract/operation'
import { useOperation } from '../../lib/api/operations.ts'
import { useToken } from '../../lib/browser/token.ts'

export type SharedCollection = Output<typeof listSharedCollections>[number]

/**
 * Reads the collections that others share with the user. In a separate file, so that the shell does not load the rest
 * of sharing.
 */
export function useSharedCollections() {
  const enabled = useToken() !== null
  return useOperation(listSharedCollections, {}, { enabled, staleTime: 60_000 })
}
