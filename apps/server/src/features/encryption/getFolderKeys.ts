import type { getFolderKeys as get } from '@nestmark/contract/encryption'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { grantScope } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../http/implement.ts'
import { countByKey, listFormerKeys } from './folderKeyStore.ts'

/** Returns the present and former keys of a collection, and how many of its links need each. */
export async function getFolderKeys(
  { actor, services: { db } }: Call,
  { folder_id: id }: Parsed<typeof get>,
): Promise<Output<typeof get>> {
  const { collection } = await grantScope(db.read, actor, id)
  if (collection.role === 'public') refuse('collections.readOnly')
  const [former, links] = await Promise.all([
    listFormerKeys(db.read, id),
    countByKey(db.read, 'collection_id', id),
  ])
  const used = new Set(links.map(each => each.key_id))
  return {
    enc_id: collection.enc_id,
    former_keys: former.filter(each => used.has(each.key_id)),
    links,
  }
}
