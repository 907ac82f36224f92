import { getLink } from '@nestmark/contract/links/links'
import type { Link } from '@nestmark/contract/shapes'
import { client, Refusal } from '../../../lib/api/client.ts'
import type { SealedLink } from '@nestmark/client/encryption/sealedLink'

const atOnce = 8

/**
 * Reads links of the search index again, with their pictures: encrypting them again or decrypting them needs these. Other
 * links are returned as they are.
 * @throws Refusal
 */
export function completeLinks<Some extends Link>(links: readonly Some[]): Promise<Some[]> {
  const complete = async (link: Some) =>
    (link as Partial<SealedLink>).isBare
      ? (((await client.call(getLink, { link_id: link._id })).link ?? link) as Some)
      : link
  return forEach(links, complete)
}

/** Reads a link, which may be in the trash; null when it is deleted. @throws Refusal */
export async function readLink(link_id: string): Promise<Link | null> {
  try {
    return (await client.call(getLink, { link_id })).link
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return null
    throw error
  }
}

/** Reads links as they are now. Those that are in the trash or deleted are left out. @throws Refusal */
export async function readAgain(links: readonly Link[]): Promise<Link[]> {
  const found = await forEach(links, ({ _id }) => readLink(_id))
  return found.filter(link => link?.is_trash === 0) as Link[]
}

/** Runs a task for each link, several concurrently. */
export async function forEach<Some, Result>(
  links: readonly Some[],
  task: (link: Some) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < links.length; at += atOnce)
    results.push(...(await Promise.all(links.slice(at, at + atOnce).map(task))))
  return results
}
