import type { Input } from '@nestmark/contract/operation'
import type { approveSuggestions, SuggestedLink } from '@nestmark/contract/sharing/suggestions'
import { newLinkId } from '@nestmark/encryption/envelope'
import { encryptionTexts } from '@nestmark/texts/encryption/encryption'
import { hiddenTagsTexts } from '@nestmark/texts/encryption/hiddenTags'
import { chooseWay } from '../../lib/encryption/entering.ts'
import { hideTagsIn } from '../../lib/api/collectionKeys.ts'
import { keyRing } from '../../lib/encryption/keyRing.ts'
import { sealLinkTexts } from '@nestmark/client/encryption/linkTexts'
import { ShownError } from '@nestmark/client/shownError'
import { readPlace } from '../encryption/tasks/places.ts'

type Sealed = Pick<Input<typeof approveSuggestions>, 'sealed' | 'plain'>

/**
 * Encrypts the links of suggestions whose collections have a key, and asks for the keys that are missing. Their pictures are left
 * out: the server would have to ask the sites that visitors chose.
 * @returns what the approval sends; null where the person gives no key and does not go on without it
 * @throws Refusal, or ShownError for tags that do not fit in the description
 */
export async function sealSuggestions(suggestions: readonly SuggestedLink[]): Promise<Sealed | null> {
  const sealed: NonNullable<Sealed['sealed']> = []
  let isPlain = false
  const own = suggestions.filter(each => each.parent_enc === 1)
  for (const [parent, inside] of Map.groupBy(own, each => each.parent)) {
    const way = await chooseWay(parent)
    if (way === 'cancelled') return null
    isPlain ||= way === 'plain'
    if (way !== 'encrypted') continue
    const key = await keyRing.open((await readPlace(parent)).kid ?? '')
    if (!key) throw new ShownError(encryptionTexts.keyMissing)
    for (const each of inside) {
      const texts = await hideTagsIn(parent, { ...each, tags: each.tags.map(tag => tag.name) })
      if (!texts) throw new ShownError(hiddenTagsTexts.tooLong(each.name))
      const _id = newLinkId()
      const { name, link, check_list } = each
      const fields = { name, desc: texts.desc, link, thumbnail: '', check_list }
      sealed.push({ sugg_id: each.sugg_id, _id, ...(await sealLinkTexts(key, _id, fields)) })
    }
  }
  return { ...(sealed.length > 0 && { sealed }), ...(isPlain && { plain: 1 }) }
}
