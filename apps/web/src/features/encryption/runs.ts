import { listEncryptedLinks, updateEnc } from '@nestmark/contract/encryption'
import type { Link } from '@nestmark/contract/shapes'
import { client } from '../../lib/api/client.ts'
import { refresh } from '../../lib/api/queryClient.ts'
import { keyRing } from '../../lib/encryption/keyRing.ts'
import { isLocked } from '../../lib/encryption/sealedLink.ts'
import type { RunOptions } from '../../lib/encryption/runner.ts'
import type { Target } from '../../lib/encryption/targets.ts'
import { completeLinks, readAgain } from './completeLinks.ts'
import { decryptPortion, encryptPortion, groupByKey, inPortions } from './portions.ts'

/** Reads the links of a target, page by page. What was changed before is not listed again. */
async function* readTarget(
  target: Target,
  enc: 0 | 1,
  { isContinued }: RunOptions,
  keyId?: string,
): AsyncGenerator<Link[]> {
  if ('links' in target)
    return yield isContinued ? await readAgain(target.links) : await completeLinks(target.links)
  let after: string | null | undefined
  while (after !== null) {
    const page: { links: Link[]; next: string | null } = await client.call(listEncryptedLinks, {
      folder_id: target.collection._id,
      include_sub: 1,
      enc,
      ...(after !== undefined && { after }),
      // A former key is needed until the trash has the new one too.
      ...(keyId !== undefined && { key_id: keyId, trash: 1 as const }),
    })
    yield page.links
    after = page.next
  }
}

/**
 * Works through a target in portions, each of which is stored completely or not at all. Stops after a portion when
 * `signal` is aborted. A further run continues where this one ended.
 * @returns the number of links that are done
 * @throws Refusal of a portion; what was done before stays
 */
async function runPortions(
  pages: AsyncIterable<Link[]>,
  { signal, onProgress }: RunOptions,
  work: (page: Link[], count: (portion: number) => void) => Promise<void>,
): Promise<number> {
  let done = 0
  try {
    for await (const page of pages) {
      await work(page, portion => {
        done += portion
        onProgress(done)
      })
      if (signal.aborted) break
    }
  } finally {
    // The answer to a failed call may have been lost.
    await refresh(updateEnc.touches)
  }
  return done
}

/** Encrypts a target. @param keyOf returns the id of the key of a collection */
export function encryptTarget(
  target: Target,
  keyOf: (collectionId: string) => string | null | undefined,
  options: RunOptions,
): Promise<number> {
  return runPortions(readTarget(target, 0, options), options, async (page, count) => {
    const able = page.filter(link => link.enc === 0 && link.can.edit)
    for (const [key, own] of await groupByKey(able, link => keyOf(link.parent)))
      for (const portion of inPortions(own)) {
        if (options.signal.aborted) return
        await encryptPortion(portion, key, options)
        count(portion.length)
      }
  })
}

/** Decrypts what is open of a target. */
export function decryptTarget(target: Target, options: RunOptions): Promise<number> {
  return runPortions(readTarget(target, 1, options), options, async (page, count) => {
    const able = page.filter(link => link.enc === 1 && !isLocked(link) && link.can.edit)
    for (const portion of inPortions(able)) {
      if (options.signal.aborted) return
      await decryptPortion(portion, options)
      count(portion.length)
    }
  })
}

/** Encrypts all links of one key again with another, in a collection and its descendants. */
export async function rotateTarget(
  target: Target,
  { from, to }: { from: string; to: string },
  options: RunOptions,
): Promise<number> {
  const key = await keyRing.open(to)
  if (!key) throw new Error('The new key is not in this browser')
  return runPortions(readTarget(target, 1, options, from), options, async (page, count) => {
    for (const portion of inPortions(page.filter(link => !isLocked(link)))) {
      if (options.signal.aborted) return
      await encryptPortion(portion, key, options, { from_key: from })
      count(portion.length)
    }
  })
}
