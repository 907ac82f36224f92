import type { getFolderKeys } from '@nestmark/contract/encryption/encryption'
import type { CollectionKey } from '@nestmark/encryption/keys/collectionKey'
import type { Output } from '@nestmark/contract/operation'
import type { KeyRing } from './keyRing.ts'
import { addTagWords } from './tagWords.ts'

/** The parts of a link in which its tags can be. */
interface TaggedInput {
  desc?: string | undefined
  category: number
  tags?: readonly string[] | undefined
}

/** What encrypting a new link reads of its collection. */
export interface CollectionKeys {
  /**
   * Returns the key with which new links of a collection are encrypted; null where it has none, or the key is not on this device.
   * @throws Refusal when the collection cannot be read
   */
  findOpenKey(folderId: string): Promise<CollectionKey | null>
  /**
   * Returns the description and the tags with which an encrypted link is saved in a collection: in one that keeps tags inside
   * the encryption, they become words of the description (ENC-12). Null when they do not fit.
   * @throws Refusal when the collection cannot be read
   */
  hideTagsIn(folderId: string, link: TaggedInput): Promise<{ desc: string; tags: string[] } | null>
}

/** Creates the reader of the keys of collections. @param readFolderKeys reads them from the server, or from a cache of its answers */
export function createCollectionKeys(
  keyRing: Pick<KeyRing, 'get' | 'open'>,
  readFolderKeys: (folderId: string) => Promise<Output<typeof getFolderKeys>>,
): CollectionKeys {
  return {
    async findOpenKey(folderId) {
      if (keyRing.get().length === 0 || folderId === '') return null
      const { enc_id: value } = await readFolderKeys(folderId)
      if (value === null) return null
      const { readKeyId } = await import('@nestmark/encryption/secrets/validationValue')
      return keyRing.open(readKeyId(value))
    },
    async hideTagsIn(folderId, { desc = '', category, tags = [] }) {
      const shown = { desc, tags: [...tags] }
      if (tags.length === 0) return shown
      const { hide_tags: hidesTags } = await readFolderKeys(folderId)
      if (hidesTags === 0) return shown
      const inside = addTagWords({ desc, category }, tags)
      return inside === null ? null : { desc: inside, tags: [] }
    },
  }
}
