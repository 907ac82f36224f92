import * as contract from '@nestmark/contract/tags'
import { grantTag } from '../../access/grant.ts'
import { action } from '../../calls/action.ts'
import { createPictureAddresses } from '../../calls/pictureAddresses.ts'
import { presentLinks } from '../links/present.ts'
import { selectLinksOfTag } from './store.ts'

/** Returns a page of the links with a tag, newest first; the total is the tag's own counter. */
export const listLinksOfTag = action(contract.listLinksOfTag, async (call, { tag_id: id, page }) => {
  const { actor, services } = call
  const { read } = services.db
  const { tag } = await grantTag(read, actor, id)
  const rows = await selectLinksOfTag(read, actor.personId, tag.seq, page)
  return { links: presentLinks(rows, 'owner', createPictureAddresses(call)), page, total: tag.links }
})
