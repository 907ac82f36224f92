import { createCollectionKeys } from '@nestmark/client/encryption/collectionKeys'
import { getFolderKeys } from '@nestmark/contract/encryption/encryption'
import { queryOptions } from '../api/operations.ts'
import { queryClient } from '../api/queryClient.ts'
import { keyRing } from './keyRing.ts'

/** The keys of collections, from the cache of the page. */
export const { findOpenKey, hideTagsIn } = createCollectionKeys(keyRing, folder_id =>
  queryClient.fetchQuery(queryOptions(getFolderKeys, { folder_id }, { quiet: true })),
)
