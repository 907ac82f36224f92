import type { saveLink } from '@nestmark/contract/links/links'
import type { Input } from '@nestmark/contract/operation'
import { normaliseAddress } from '@nestmark/core/addresses/url'
import type { CollectionKey } from '@nestmark/encryption/keys/collectionKey'
import { sealLinkTexts } from '@nestmark/client/encryption/linkTexts'
import { hiddenTagsTexts } from '@nestmark/texts/encryption/hiddenTags'
import { hideTagsIn } from '../../lib/api/collectionKeys.ts'
import { Refusal } from '../../lib/api/client.ts'

/**
 * Returns what saves a new link encrypted.
 * @param place its ID, and its collection
 * @throws Refusal when its tags belong in its description and do not fit
 */
export async function sealNewLink(
  key: CollectionKey,
  { _id, parent }: { _id: string; parent: string },
  fields: Omit<Input<typeof saveLink>, 'parent'>,
  thumbnail = '',
) {
  const { name, link = '', category, subCategory = null, check_list: items = [] } = fields
  const inside = await hideTagsIn(parent, fields)
  if (!inside)
    throw new Refusal({ status: 400, code: 'links.descTooLong', message: hiddenTagsTexts.tooLong(name) })
  const texts = await sealLinkTexts(key, _id, {
    name,
    desc: inside.desc,
    link: link === '' ? '' : (normaliseAddress(link) ?? link),
    thumbnail,
    check_list: items.map(({ text, done = false }) => ({ text, done })),
  })
  return { _id, parent, category, subCategory, tags: inside.tags, ...texts }
}
