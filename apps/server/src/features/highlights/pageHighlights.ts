import type { pageHighlights as pageCall } from '@nestmark/contract/highlights'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { grantVisibleLink } from '../../access/grant.ts'
import type { Call } from '../../calls/call.ts'
import { toLinkKey } from './pageKey.ts'
import { toTarget } from './pageRules.ts'
import { findPage } from './pageStore.ts'
import { presentPage, toReader } from './presentPages.ts'

/** Returns the caller's highlights of a page or of an encrypted link, or null. */
export async function pageHighlights(
  call: Call,
  { url, link_id: linkId }: Parsed<typeof pageCall>,
): Promise<Output<typeof pageCall>> {
  const reader = toReader(call)
  if (linkId !== undefined) await grantVisibleLink(reader.db, call.actor, linkId)
  const key = linkId === undefined ? toTarget(url).key : toLinkKey(linkId)
  return presentPage(reader, await findPage(reader.db, reader.personId, key))
}
