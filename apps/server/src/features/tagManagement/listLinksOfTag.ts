import type { Output, Parsed } from '@nestmark/contract/operation'
import type { listLinksOfTag as listLinksOfTagCall } from '@nestmark/contract/tags'
import { grantTag } from '../../access/grant.ts'
import type { Call } from '../../calls/call.ts'
import { createPictureAddresses } from '../../calls/pictureAddresses.ts'
import { presentLinks } from '../links/present.ts'
import { selectLinksOfTag } from './store.ts'

/** Returns a page of the links with a tag, newest first; the total is the tag's own counter. */
export async function listLinksOfTag(
  call: Call,
  { tag_id: id, page }: Parsed<typeof listLinksOfTagCall>,
): Promise<Output<typeof listLinksOfTagCall>> {
  const { actor, services } = call
  const { read } = services.db
  const { tag } = await grantTag(read, actor, id)
  const rows = await selectLinksOfTag(read, actor.personId, tag.seq, page)
  return { links: presentLinks(rows, 'owner', createPictureAddresses(call)), page, total: tag.links }
}
