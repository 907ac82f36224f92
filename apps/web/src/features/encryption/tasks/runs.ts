import { listEncryptedLinks, updateEnc } from '@nestmark/contract/encryption/encryption'
import type { Link } from '@nestmark/contract/shapes'
import type { CollectionKey } from '@nestmark/encryption/keys/collectionKey'
import { encryptionTexts } from '@nestmark/texts/encryption/encryption'
import { hiddenTagsTexts } from '@nestmark/texts/encryption/hiddenTags'
import { client } from '../../../lib/api/client.ts'
import { readPages } from '../../../lib/api/readPages.ts'
import { refresh } from '../../../lib/api/queryClient.ts'
import { keyRing } from '../../../lib/encryption/keyRing.ts'
import { isLocked, keyOfLink } from '@nestmark/client/encryption/sealedLink'
import type { RunOptions } from '../../../lib/encryption/runner.ts'
import type { Place, Target } from '../../../lib/encryption/targets.ts'
import { ShownError } from '@nestmark/client/shownError'
import { toast } from '../../../lib/toasts.ts'
import { completeLinks, readAgain } from './completeLinks.ts'
import { readPlace, readSubtree } from './places.ts'
import { decryptBatch, doTagsFit, encryptBatch, groupByKey, type HidesTags, toBatches } from './batches.ts'

/** Reads the links of a target, page by page. What was changed before is not listed again. */
async function* readTarget(
  target: Target,
  enc: 0 | 1,
  { isContinued }: RunOptions,
  { keyId, trash = 0, sub = 1 }: { keyId?: string; trash?: 0 | 1; sub?: 0 | 1 } = {},
): AsyncGenerator<Link[]> {
  if ('links' in target)
    return yield isContinued ? await readAgain(target.links) : await completeLinks(target.links)
  const input = {
    folder_id: target.collection._id,
    include_sub: sub,
    enc,
    ...(keyId !== undefined && { key_id: keyId }),
    trash,
  }
  const read = (position: { after?: string }) => client.call(listEncryptedLinks, { ...input, ...position })
  for await (const { links } of readPages(read)) yield links
}

/**
 * Works through a target in batches, each of which is stored completely or not at all. Stops after a batch when
 * `signal` is aborted. A further run continues where this one ended.
 * @returns the number of links that are done
 * @throws Refusal of a batch; what was done before stays
 */
async function runInBatches(
  pages: AsyncIterable<Link[]>,
  { signal, onProgress }: RunOptions,
  work: (page: Link[], count: (links: number) => void) => Promise<void>,
): Promise<number> {
  let done = 0
  try {
    for await (const page of pages) {
      await work(page, links => {
        done += links
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

/** Encrypts a target. @param places the collections of its links */
export function encryptTarget(
  target: Target,
  places: readonly Place[],
  options: RunOptions,
): Promise<number> {
  const keys = new Map(places.map(({ id, kid }) => [id, kid]))
  const hidesTags = toHidesTags(places)
  return leaveOutLongTags(hidesTags, select =>
    runInBatches(readTarget(target, 0, options), options, async (page, count) => {
      const able = select(page.filter(link => link.enc === 0 && link.can.edit))
      for (const [key, own] of await groupByKey(able, link => keys.get(link.parent)))
        await encryptInBatches(own, key, { options, count, hidesTags })
    }),
  )
}

/** Encrypts links in batches, and ends after a batch when `signal` is aborted. @throws Refusal, ShownError */
async function encryptInBatches(
  links: readonly Link[],
  key: CollectionKey,
  {
    options,
    count,
    ...more
  }: { options: RunOptions; count: (done: number) => void; hidesTags: HidesTags; from_key?: string },
): Promise<void> {
  for (const batch of toBatches(links)) {
    if (options.signal.aborted) return
    await encryptBatch(batch, key, options, more)
    count(batch.length)
  }
}

const toHidesTags = (places: readonly Place[]): HidesTags => {
  const hiding = new Set(places.filter(place => place.hide_tags === 1).map(({ id }) => id))
  return link => hiding.has(link.parent)
}

/**
 * Leaves out links whose tags do not fit in their descriptions, and shows how many there were (ENC-12).
 * @throws ShownError when there are no others
 */
async function leaveOutLongTags(
  hidesTags: HidesTags,
  work: (select: (links: Link[]) => Link[]) => Promise<number>,
): Promise<number> {
  const leftOut: Link[] = []
  const select = (links: Link[]) => {
    const isTooLong = (link: Link) => hidesTags(link) && !doTagsFit(link)
    leftOut.push(...links.filter(isTooLong))
    return links.filter(link => !isTooLong(link))
  }
  const done = await work(select)
  const [first] = leftOut
  if (!first) return done
  const title =
    leftOut.length === 1 ? hiddenTagsTexts.tooLong(first.name) : hiddenTagsTexts.tooLongCount(leftOut.length)
  if (done === 0) throw new ShownError(title)
  toast({ tone: 'danger', title })
  return done
}

/** Moves the tags of encrypted links of a collection, without its descendants, into their descriptions (ENC-12). */
export async function hideTagsOfTarget(
  collection: { _id: string; name: string },
  options: RunOptions,
): Promise<number> {
  const { kid } = await readPlace(collection._id)
  const key = await keyRing.open(kid ?? '')
  if (!key) throw new ShownError(encryptionTexts.keyMissing)
  const hidesTags = () => true
  const pages = readTarget({ collection }, 1, options, { trash: 1, sub: 0 })
  return leaveOutLongTags(hidesTags, select =>
    runInBatches(pages, options, async (page, count) => {
      const able = select(page.filter(link => link.tags.length > 0 && !isLocked(link)))
      for (const [from, own] of Map.groupBy(able, link => keyOfLink(link) ?? ''))
        await encryptInBatches(own, key, { options, count, hidesTags, from_key: from })
    }),
  )
}

/** Decrypts what is open of a target. */
export function decryptTarget(target: Target, options: RunOptions): Promise<number> {
  return runInBatches(readTarget(target, 1, options), options, async (page, count) => {
    const able = page.filter(link => link.enc === 1 && !isLocked(link) && link.can.edit)
    for (const batch of toBatches(able)) {
      if (options.signal.aborted) return
      await decryptBatch(batch, options)
      count(batch.length)
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
  const places = 'collection' in target ? await readSubtree(target.collection._id) : []
  const hidesTags = toHidesTags(places)
  // A previous key is needed until the trash has the new one too.
  const pages = readTarget(target, 1, options, { keyId: from, trash: 1 })
  return leaveOutLongTags(hidesTags, select =>
    runInBatches(pages, options, async (page, count) => {
      const able = select(page.filter(link => !isLocked(link)))
      await encryptInBatches(able, key, { options, count, hidesTags, from_key: from })
    }),
  )
}
