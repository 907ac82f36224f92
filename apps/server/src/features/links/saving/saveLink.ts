import * as contract from '@nestmark/contract/links/links'
import { action } from '../../../calls/action.ts'
import { draftLink } from './draft.ts'
import { saveOne } from './saveOnce.ts'

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
