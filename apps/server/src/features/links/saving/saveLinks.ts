import * as contract from '@nestmark/contract/links/links'
import { recognise } from '@nestmark/core/embeds/recognise'
import { limits } from '@nestmark/core/limits'
import { truncateText } from '@nestmark/core/words/truncateText'
import { formatHostAndPath, normaliseAddress, compareKey } from '@nestmark/core/addresses/url'
import type { Output } from '@nestmark/contract/operation'
import { action } from '../../../calls/action.ts'
import { draftLink } from './draft.ts'
import { saveOnce, saveOne } from './saveOnce.ts'
import { refuse } from '../../../access/refuse.ts'
import { createPictureAddresses } from '../../../calls/pictureAddresses.ts'
import { listSameAddress } from '../lists/linkPageQuery.ts'
import { presentLinks } from '../present.ts'

/** Saves a list of links, all or none. */
export const saveLinks = action(contract.saveLinks, async (call, input) => {
  const items = input.links.map(link => ({
    draft: draftLink(link, link.s3_key.length > 0),
    tags: link.tags,
    scraped: false,
    uploads: link.s3_key,
  }))
  return { links: await saveOnce(call, input, items) }
})

/**
 * Saves one link. Nothing is fetched before the response; a job fills in the fields that were left empty. The same
 * request key returns the same link.
 */
export const saveLink = action(contract.saveLink, async (call, input) => {
  return saveOne(call, input, {
    draft: draftLink(input, input.s3_key.length > 0),
    uploads: input.s3_key,
    tags: input.tags,
    scraped: input.is_placeholder === 1,
    copy: input.keep_copy && { keep: input.keep_copy },
  })
})

/** Saves an address without a form, titled with its host and path until the page is read. */
export const oneClickSave = action(contract.oneClickSave, async (call, input) => {
  if (!input.url.trim()) refuse('links.linkRequired')
  const address = normaliseAddress(input.url)
  if (!address) return refuse('links.linkInvalid')
  const category = recognise(address)?.category ?? 3
  const title = truncateText(formatHostAndPath(address), limits.title)
  const draft = draftLink({ link: input.url, name: title, desc: address, category })
  draft.descr = ''
  return saveOne(call, input, { draft, tags: input.tags, scraped: true })
})

const maxShown = 5

/** Returns the caller's saved links with the same address. Text that is not an address has no matches. */
export const findSaved = action(
  contract.findSaved,
  { isOwn: true },
  async (call, { link, except }): Promise<Output<typeof contract.findSaved>> => {
    const { personId } = call.actor
    const { db, config } = call.services
    const canKeep = config.copies === 'off' ? 0 : 1
    const address = normaliseAddress(link)
    if (address === null) return { links: [], total: 0, can_keep: canKeep }
    const key = compareKey(address)
    const [rows, total] = await listSameAddress(db.read, personId, { key, except, limit: maxShown })
    return { links: presentLinks(rows, 'owner', createPictureAddresses(call)), total, can_keep: canKeep }
  },
)
