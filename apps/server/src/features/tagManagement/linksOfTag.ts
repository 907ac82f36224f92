import type { Output, Parsed } from '@nestmark/contract/operation'
import type { getLinksOfTag } from '@nestmark/contract/tags'
import { grantTags } from '../../access/grant.ts'
import type { Call } from '../../http/implement.ts'
import { pictureAddress } from '../../http/pictures.ts'
import { presentLinks } from '../links/present.ts'
import { listLinksOfTag } from './store.ts'

/** Returns a page of the links with a tag, newest first; the total is the tag's own counter. */
export async function linksOfTag(
  call: Call,
  { tag_id: id, page }: Parsed<typeof getLinksOfTag>,
): Promise<Output<typeof getLinksOfTag>> {
  const { actor, services } = call
  const { read } = services.db
  const tag = (await grantTags(read, actor, [id])).tags[0]!
  const rows = await listLinksOfTag(read, actor.personId, tag.seq, page)
  return { links: presentLinks(rows, 'owner', pictureAddress(call)), page, total: tag.links }
}
