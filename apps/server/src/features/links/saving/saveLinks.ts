import * as contract from '@nestmark/contract/links/links'
import { action } from '../../../calls/action.ts'
import { draftLink } from './draft.ts'
import { saveOnce } from './saveOnce.ts'

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
