import { getLink } from '@nestmark/contract/links'
import type { Link } from '@nestmark/contract/shapes'
import type { SuggestedLink } from '@nestmark/contract/suggestions'
import { formatError, client } from '../../lib/api/client.ts'
import { toast } from '../../lib/toasts.ts'

const atOnce = 8

/**
 * Encrypts the links of approved suggestions whose collections are encrypted. Asks for a key that this browser does not
 * have; without it they remain in plain text, and the menu of each offers to encrypt it.
 * @param ids the ids of the new links, of all collections
 */
export async function encryptApproved(
  suggestions: readonly SuggestedLink[],
  ids: readonly string[],
): Promise<void> {
  const places = new Set(suggestions.flatMap(each => (each.parent_enc === 1 ? [each.parent] : [])))
  if (places.size === 0) return
  try {
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
