import { getFolderKeys } from '@nestmark/contract/encryption'
import type { CollectionKey } from '@nestmark/encryption/collectionKey'
import { queryOptions } from '../api/operations.ts'
import { queryClient } from '../api/queryClient.ts'
import { keyRing } from './keyRing.ts'

/**
 * Returns the key with which new links of a collection are encrypted; null where it has none, or the key is not in this browser.
 * @throws Refusal when the collection cannot be read
 */
export async function findOpenKey(folderId: string): Promise<CollectionKey | null> {
  if (keyRing.get().length === 0 || folderId === '') return null
  const options = queryOptions(getFolderKeys, { folder_id: folderId }, { quiet: true })
  const { enc_id: value } = await queryClient.fetchQuery(options)
  if (value === null) return null
  const { readKeyId } = await import('@nestmark/encryption/validationValue')
  return keyRing.open(readKeyId(value))
}
