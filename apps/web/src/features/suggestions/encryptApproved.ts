import { getLink } from '@nestmark/contract/links'
import type { Link } from '@nestmark/contract/shapes'
import type { SuggestedLink } from '@nestmark/contract/suggestions'
import { formatError, client } from '../../lib/api/client.ts'
import { keyRing } from '../../lib/encryption/keyRing.ts'
import { toast } from '../../lib/toasts.ts'

const atOnce = 8

/**
 * Encrypts the links of approved suggestions whose collections have a key that is open. The approval has asked for it: without it
 * they remain in plain text, as their owner chose, and the collection offers to encrypt them.
 * @param ids the ids of the new links, of all collections
 */
export async function encryptApproved(
  suggestions: readonly SuggestedLink[],
  ids: readonly string[],
): Promise<void> {
  const parents = new Set(suggestions.flatMap(each => (each.parent_enc === 1 ? [each.parent] : [])))
  if (parents.size === 0) return
  try {
    const { readPlaces } = await import('../encryption/places.ts')
    const open = (await readPlaces([...parents])).filter(({ kid }) => keyRing.find(kid ?? '') !== undefined)
    const places = new Set(open.map(({ id }) => id))
    if (places.size === 0) return
    const links: Link[] = []
    for (let at = 0; at < ids.length; at += atOnce) {
      const part = ids.slice(at, at + atOnce).map(link_id => client.call(getLink, { link_id }))
      links.push(...(await Promise.all(part)).map(({ link }) => link))
    }
    const { encrypt } = await import('../encryption/commands.ts')
    await encrypt({ links: links.filter(link => places.has(link.parent) && link.enc === 0) })
  } catch (error) {
    toast({ tone: 'danger', title: formatError(error) })
  }
}
