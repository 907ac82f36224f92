import * as contract from '@nestmark/contract/links/links'
import { recognise } from '@nestmark/core/embeds/recognise'
import { limits } from '@nestmark/core/limits'
import { truncateText } from '@nestmark/core/words/truncateText'
import { formatHostAndPath, normaliseAddress } from '@nestmark/core/addresses/url'
import { refuse } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import { draftLink } from './draft.ts'
import { saveOne } from './saveOnce.ts'

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
