import { listSharedCollections } from '@nestmark/contract/share'
import type { Output } from '@nestmark/contract/operation'
import { useOperation } from '../../lib/api/operations.ts'
import { useToken } from '../../lib/token.ts'

export type SharedCollection = Output<typeof listSharedCollections>[number]

/**
 * Reads the collections that others share with the user. In a separate file, so that the shell does not load the rest
 * of sharing.
 */
export function useSharedCollections() {
  const enabled = useToken() !== null
  return useOperation(listSharedCollections, {}, { enabled, staleTime: 60_000 })
}
