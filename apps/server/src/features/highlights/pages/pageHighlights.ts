import * as contract from '@nestmark/contract/reading/highlights'
import { grantVisibleLink } from '../../../access/grant.ts'
import { action } from '../../../calls/action.ts'
import { toLinkKey } from './pageKey.ts'
import { toTarget } from './pageRules.ts'
import { findPage } from './pageStore.ts'
import { presentPage, toReader } from './presentPages.ts'

/** Returns the caller's highlights of a page or of an encrypted link, or null. */
export const pageHighlights = action(contract.pageHighlights, async (call, { url, link_id: linkId }) => {
  const reader = toReader(call)
  if (linkId !== undefined) await grantVisibleLink(reader.db, call.actor, linkId)
  const key = linkId === undefined ? toTarget(url).key : toLinkKey(linkId)
  return presentPage(reader, await findPage(reader.db, reader.personId, 'page_key', key))
})
