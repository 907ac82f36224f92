import type { Output } from '@nestmark/contract/operation'
import { getStorageDetails, listStoredLinks, type StoredKind } from '@nestmark/contract/storage'
import { useOperation } from '../../lib/api/operations.ts'

export type StorageDetails = Output<typeof getStorageDetails>

export const useStorageDetails = () => useOperation(getStorageDetails, {})

/** The filter of the list of links. */
export interface StoredFilter {
  kind: StoredKind
  /** A collection with its descendants; null for all. */
  collection: { _id: string; name: string } | null
}

export const useStoredLinks = ({ kind, collection }: StoredFilter, page: number) =>
  useOperation(listStoredLinks, { kind, folder_id: collection?._id ?? null, page })
