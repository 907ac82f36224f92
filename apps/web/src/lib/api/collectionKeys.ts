import { createCollectionKeys } from '@nestmark/client/encryption/collectionKeys'
import { getFolderKeys } from '@nestmark/contract/encryption/encryption'
import { queryOptions } from './operations.ts'
import { queryClient } from './queryClient.ts'
import { keyRing } from '../encryption/keyRing.ts'

/** The keys of collections, from the cache of the page. */
export const { findOpenKey, hideTagsIn } = createCollectionKeys(keyRing, folder_id =>
  queryClient.fetchQuery(queryOptions(getFolderKeys, { folder_id }, { quiet: true })),
)
