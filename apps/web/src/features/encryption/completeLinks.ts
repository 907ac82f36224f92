import { getLink } from '@nestmark/contract/links'
import type { Link } from '@nestmark/contract/shapes'
import { client } from '../../lib/api/client.ts'
import type { SealedLink } from '../../lib/encryption/sealedLink.ts'

const atOnce = 8

/**
 * Reads links of the search index again, with their pictures: encrypting them again or decrypting them needs these. Other
 * links are returned as they are.
 * @throws Refusal
 */
export async function completeLinks<Some extends Link>(links: readonly Some[]): Promise<Some[]> {
  const complete = async (link: Some) =>
    (link as Partial<SealedLink>).isBare
      ? (((await client.call(getLink, { link_id: link._id })).link ?? link) as Some)
      : link
  const found: Some[] = []
  for (let at = 0; at < links.length; at += atOnce)
    found.push(...(await Promise.all(links.slice(at, at + atOnce).map(complete))))
  return found
}
