import { assertDefined } from '@nestmark/core/assertDefined'
import { normaliseAddress, withoutPlace } from '@nestmark/core/addresses/url'
import { pluck } from '@nestmark/core/pluck'
import { refuse } from '../../../access/refuse.ts'
import type { Tx } from '../../../db/db.ts'
import { unindexHighlights } from '../../../db/searchText/highlightText.ts'
import { toLinkKey } from '../../highlights/pages/pageKey.ts'
import {
  type ChangedHighlight,
  type HighlightTexts,
  type LockedPage,
  listOfPages,
  lockPages,
  recountOrDelete,
  setHighlights,
  setPage,
} from '../../highlights/changeStore.ts'
import { keyOfLink } from '../../highlights/highlightsOfLinks.ts'
import { indexPage } from '../../highlights/pages/indexPage.ts'
import type { ChangedLink, LinkChange } from './linkChanges.ts'
import { clearNaming } from '../wiping/wipeTexts.ts'

type OfPage = Awaited<ReturnType<typeof listOfPages>>[number]

/** Whose highlights are written, and the address of this server. */
interface HighlightWriter {
  personId: string
  publicUrl: string
}

/**
 * Replaces the caller's highlights of the links: those of a link that becomes encrypted leave the page of its address and
 * belong to the link, as envelopes; those of a link that is decrypted return to the page of its address.
 * @throws Refused 'encryption.highlightsMissing' when a change does not name one of these highlights
 */
export async function writeHighlights(
  tx: Tx,
  { personId, publicUrl }: HighlightWriter,
  changed: readonly ChangedLink[],
  at: number,
): Promise<void> {
  const keys = changed.map(({ link }) => keyOfLink(link))
  const targets = changed.flatMap(({ link, change }) =>
    change.enc === 1 ? [] : keyOfLink({ id: link.id, address: toAddress(change.link), key_id: null }),
  )
  const pages = await lockPages(tx, personId, 'page_key', [...new Set([...keys, ...targets])])
  const byKey = new Map(pages.map(page => [page.page_key, page]))
  const found = Map.groupBy(await listOfPages(tx, pluck(pages, 'id')), each => each.page_id)
  const rows: ChangedHighlight[] = []
  const decrypted: { page: LockedPage; own: ChangedHighlight[] }[] = []
  const leaving: OfPage[] = []
  const recounted = new Set<string>()
  for (const [nth, each] of changed.entries()) {
    const key = keys[nth] ?? ''
    const page = byKey.get(key)
    // The first of several links with an address takes its highlights.
    byKey.delete(key)
    const own = page ? (found.get(page.id) ?? []) : []
    const texts = toTexts(each.change)
    // Others that are named were deleted since, or belong to another link with the same address.
    if (own.some(({ id }) => !texts.has(id))) refuse('encryption.highlightsMissing')
    if (!page) continue
    const target = await movePage(tx, page, each, publicUrl)
    const moved = own.map(row => ({
      ...row,
      ...assertDefined(texts.get(row.id), 'texts'),
      page_id: target.id,
      found: null,
      updated_at: at,
    }))
    rows.push(...moved)
    if (each.change.enc === 0) decrypted.push({ page: target, own: moved })
    recounted.add(page.id).add(target.id)
    if (each.link.key_id === null) leaving.push(...own)
  }
  await setHighlights(tx, rows)
  await unindexHighlights(tx, pluck(leaving, 'seq'))
  for (const { page, own } of decrypted) await indexPage(tx, page, own)
  await recountOrDelete(tx, [...recounted])
  if (leaving.length > 0) await clearNaming(tx, [personId], new Set(leaving.map(each => each.id)))
}

/** Returns the new texts of the highlights that a change names, by id. */
function toTexts(change: LinkChange): Map<string, HighlightTexts> {
  return change.enc === 1
    ? new Map(
        (change.highlights ?? []).map(({ _id, sealed }) => [
          _id,
          { text: '', comm: '', anchor: null, sealed },
        ]),
      )
    : new Map((change.highlights ?? []).map(({ _id, ...texts }) => [_id, { ...texts, sealed: null }]))
}

/** Makes a page that of the link, or of its address; returns the page that the highlights belong to afterwards. */
async function movePage(
  tx: Tx,
  page: LockedPage,
  { link, change }: ChangedLink,
  publicUrl: string,
): Promise<LockedPage> {
  if (change.enc === 1) {
    if (link.key_id === null)
      await setPage(tx, page.id, { page_key: toLinkKey(link.id), link_id: link.id, address: '', title: '' })
    return page
  }
  const address = toAddress(change.link)
  const page_key = keyOfLink({ id: link.id, address, key_id: null })
  // Highlights that were made on the page since.
  const [existing] = await lockPages(tx, page.owner_id, 'page_key', [page_key])
  if (existing) return existing
  // The page of a file is at the address of its link.
  const shown = address === '' ? `${publicUrl}/l/${link.id}` : address
  const ofAddress = { page_key, link_id: null, address: shown, title: change.name }
  await setPage(tx, page.id, ofAddress)
  return { ...page, ...ofAddress }
}

/** Returns the address of the page of a link in plain text; '' when it has none. */
const toAddress = (link: string) => withoutPlace(normaliseAddress(link) ?? '')
