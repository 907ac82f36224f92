import { findKnownPlayer } from '@nestmark/core/embeds/player'
import { createSortKeys } from '@nestmark/core/words/sortKeys'
import { compareKey } from '@nestmark/core/addresses/url'
import type { Tx } from '../../../db/db.ts'
import { lockTree } from '../../../db/dialect.ts'
import { recordEvent } from '../../../domainEvents/recordEvent.ts'
import { FetchRefused } from '../../../fetching/requests/fetchRefused.ts'
import type { PageSummary } from '../../../fetching/readPage.ts'
import type { Pictures } from '../../../media/mediaTasks.ts'
import { deletePicture, insertPicture } from '../../uploads/previews/pictureStore.ts'
import { tagsOfLink } from '../../tags/store.ts'
import { fillFields, lockLink } from './fillStore.ts'
import { indexSearchable } from '../words/linkText.ts'

/** The link to fill, by its id. */
export interface FillOrder {
  link: string
  /** The title with which the link was saved, when it is only a placeholder. */
  placeholder?: string
  /** 1 when the owner saved it: rules for its title apply once it is known. */
  rules?: 1
}

/** Applies the rules of the owner that waited for the title of a link. */
export type ApplyRules = (tx: Tx, link: { id: string; owner_id: string }, now: number) => Promise<void>

/**
 * Returns null when the page cannot be read. Rethrows when the gateway is busy or the server stops, so that the job
 * is retried.
 */
export async function orNothing<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof FetchRefused && error.reason !== 'busy' && error.reason !== 'aborted') return null
    throw error
  }
}

/**
 * Fills the empty fields of a link from its page, and replaces its title only when that is the placeholder. Does nothing when
 * the link was deleted or encrypted while the page was being read.
 * @param found the address that was read, and what was found there
 * @param now in milliseconds since 1970
 */
export async function fillFromPage(
  tx: Tx,
  { ownerId, ...payload }: FillOrder & { ownerId: string | null },
  { address, page, pictures }: { address: string; page: PageSummary | null; pictures: Pictures | null },
  now: number,
  applyRules?: ApplyRules,
): Promise<void> {
  // The words of the library change under this lock, which every transaction takes first.
  if (ownerId !== null) await lockTree(tx, ownerId)
  // The row lock prevents two concurrent runs from storing a picture each.
  const link = await lockLink(tx, payload.link)
  // It may have been encrypted while the page was being read.
  if (!link || link.key_id !== null) return
  const title = (link.title === payload.placeholder && page?.title) || link.title
  const descr = link.descr || page?.description || ''
  const pictureId = pictures ? await insertPicture(tx, link.owner_id, pictures, now) : null
  const hasNewText = title !== link.title || descr !== link.descr
  // The version does not change: an editor who has the link open needs no conflict for a filled empty field.
  await fillFields(tx, link.seq, {
    title,
    // Feed readers ask again only for what has changed since.
    ...(hasNewText && { updated_at: now }),
    ...createSortKeys(title, link.compare_key),
    descr,
    is_scraped: page ? 1 : link.is_scraped,
    // The address may have changed while the page was being read.
    ...(page &&
      address === link.address && {
        player: findKnownPlayer(address, page.player),
        canonical_key: page.canonical === undefined ? '' : compareKey(page.canonical),
      }),
    ...(pictureId ? { picture_id: pictureId } : {}),
  })
  if (pictureId && link.picture_id) await deletePicture(tx, link.picture_id)
  if (!hasNewText) return
  const filled = { collectionId: link.collection_id, id: link.id, title }
  const event = { type: 'link.updated', by: null, at: now, isWebhookOnly: true } as const
  if (link.trashed_at === null) await recordEvent(tx, event, [filled])
  const tags = await tagsOfLink(tx, link.seq)
  const previous = { ...link, ownerId: link.owner_id, tags: tags.map(tag => tag.name) }
  await indexSearchable(tx, [{ ...previous, title, descr }], [previous], now)
  if (payload.rules && title !== link.title) await applyRules?.(tx, link, now)
}
