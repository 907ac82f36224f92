import type { pageHighlights as pageCall } from '@nestmark/contract/highlights'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { grantVisibleLink } from '../../access/grant.ts'
import type { Call } from '../../http/implement.ts'
import { toLinkKey } from './pageKey.ts'
import { toTarget } from './pageRules.ts'
import { findPage } from './pageStore.ts'
import { presentPage } from './presentPages.ts'

/** Returns the caller's highlights of a page or of an encrypted link, or null. */
export async function pageHighlights(
  { actor, services }: Call,
  { url, link_id: linkId }: Parsed<typeof pageCall>,
): Promise<Output<typeof pageCall>> {
  const { read } = services.db
  if (linkId !== undefined) await grantVisibleLink(read, actor, linkId)
  const key = linkId === undefined ? toTarget(url).key : toLinkKey(linkId)
  return presentPage(read, actor.personId, await findPage(read, actor.personId, key))
}
