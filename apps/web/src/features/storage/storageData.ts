import type { Output } from '@nestmark/contract/operation'
import {
  getStorageDetails,
  listStoredLinks,
  type StoredKind,
  type StoredLink,
  type StoredSet,
} from '@nestmark/contract/storage'
import { storageTexts as texts } from '@nestmark/texts/storage'
import { useOperation } from '../../lib/api/operations.ts'

export type StorageDetails = Output<typeof getStorageDetails>

export const useStorageDetails = () => useOperation(getStorageDetails, {})

/** The filter of the list of links. */
export interface StoredFilter {
  kind: StoredKind
  /** A collection with its descendants; null for all. */
  collection: { _id: string; name: string } | null
  /** Only the files of these sets. */
  sets?: readonly StoredSet[]
}

/** The number of links on a page of the list. */
export const storedLinksPerPage = 50

export const useStoredLinks = ({ kind, collection, sets }: StoredFilter, page: number) =>
  useOperation(listStoredLinks, {
    kind,
    folder_id: collection?._id ?? null,
    page,
    ...(sets && { from: [...sets] }),
  })

/** Returns the shown name of a link. That of an encrypted link is not decrypted here. */
export const formatStoredName = ({ enc, name }: StoredLink): string =>
  enc === 1 ? texts.encryptedLink : name
