import { listCollectionLinks } from '@nestmark/contract/links/links'
import type { Output } from '@nestmark/contract/operation'
import type { Link } from '@nestmark/contract/shapes'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { CollectionWithRole } from '../../../access/roles.ts'
import type { FeedRequest } from '../../../calls/publicPages.ts'
import { createPictureAddresses } from '../../../calls/pictureAddresses.ts'
import type { Services } from '../../../services.ts'
import { presentLinks } from '../present.ts'
import { byDate, listLinks } from '../store.ts'

const max = 50

/** Returns the newest links of a public collection, as a visitor sees them; encrypted links are left out. */
export async function listNewest(services: Services, collection: CollectionWithRole): Promise<Link[]> {
  const rows = await listLinks(services.db.read, {
    personId: '',
    seqs: sql`select seq from links where collection_id = ${collection.id} and trashed_at is null and key_id is null
      order by ${byDate(1)} limit ${max}`,
    orderBy: byDate(1, 'l.'),
    collectionName: collection.name,
  })
  return presentLinks(rows, 'public', createPictureAddresses({ actor: null, services }))
}

/**
 * Returns the newest links of a public collection and its descendants, as a visitor sees them. They may be an
 * entire library, so a reader thread lists them, within the share of the visitor's address.
 */
export async function listNewestWithDescendants(
  { readers, now }: Pick<Services, 'readers' | 'now'>,
  { id, ip, caller }: FeedRequest,
): Promise<Link[]> {
  const input = z.parse(listCollectionLinks.input, { folder_id: id, include_sub: 1 })
  const call = { path: listCollectionLinks.path, input, actor: null, ip, at: now() }
  const { bytes } = await readers.run(call, caller)
  const body = JSON.parse(bytes.toString()) as { data: Output<typeof listCollectionLinks> }
  return body.data.links.filter(link => link.enc === 0)
}
