import type { Output, Parsed } from '@nestmark/contract/operation'
import type { getLinksOfTag } from '@nestmark/contract/tags'
import { limits } from '@nestmark/core/limits'
import { sql } from 'kysely'
import { grantTags } from '../../access/grant.ts'
import { slice } from '../../db/slice.ts'
import type { Call } from '../../http/implement.ts'
import { pictureAddress } from '../../http/pictures.ts'
import { presentLinks } from '../links/present.ts'
import { byDate, listLinks, notHidden } from '../links/store.ts'

/** Returns a page of the links with a tag, newest first; the total is the tag's own counter. */
export async function linksOfTag(
  call: Call,
  { tag_id: id, page }: Parsed<typeof getLinksOfTag>,
): Promise<Output<typeof getLinksOfTag>> {
  const { actor, services } = call
  const { read } = services.db
  const tag = (await grantTags(read, actor, [id])).tags[0]!
  const rows = await listLinks(read, {
    personId: actor.personId,
    seqs: sql`select x.seq from link_tags lt join links x on x.seq = lt.link_seq and x.trashed_at is null
      where lt.tag_seq = ${tag.seq} and ${notHidden(actor.personId, sql`x.collection_id`)}
      order by ${byDate(1, 'x.')} ${slice(limits.pageSize, (page - 1) * limits.pageSize)}`,
    orderBy: byDate(1, 'l.'),
  })
  return { links: presentLinks(rows, 'owner', pictureAddress(call)), page, total: tag.links }
}
