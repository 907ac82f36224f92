import { getFolderKeys } from '@nestmark/contract/encryption'
import type { CollectionKey } from '@nestmark/encryption/collectionKey'
import { queryOptions } from '../api/operations.ts'
import { queryClient } from '../api/queryClient.ts'
import { keyRing } from './keyRing.ts'
import { addTagWords } from './tagWords.ts'

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

/** The parts of a link in which its tags can be. */
interface TaggedInput {
  desc?: string | undefined
  category: number
  tags?: readonly string[] | undefined
}

/**
 * Returns the description and the tags with which an encrypted link is saved in a collection: in one that keeps tags inside the
 * encryption, they become words of the description (ENC-12). Null when they do not fit.
 * @throws Refusal when the collection cannot be read
 */
export async function hideTagsIn(
  folderId: string,
  { desc = '', category, tags = [] }: TaggedInput,
): Promise<{ desc: string; tags: string[] } | null> {
  const shown = { desc, tags: [...tags] }
  if (tags.length === 0) return shown
  const options = queryOptions(getFolderKeys, { folder_id: folderId }, { quiet: true })
  const { hide_tags: hidesTags } = await queryClient.fetchQuery(options)
  if (hidesTags === 0) return shown
  const inside = addTagWords({ desc, category }, tags)
  return inside === null ? null : { desc: inside, tags: [] }
}
