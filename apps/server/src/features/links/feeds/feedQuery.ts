import { listCollectionLinks } from '@nestmark/contract/links/links'
import type { Link } from '@nestmark/contract/shapes'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { CollectionWithRole } from '../../../access/roles.ts'
import { createPictureAddresses } from '../../../calls/pictureAddresses.ts'
import type { Services } from '../../../services.ts'
import { presentLinks } from '../present.ts'
import { readAsVisitor } from '../readAsVisitor.ts'
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
 * entire library, so a reader thread lists them.
 * @param search leaves out links that it does not find
 */
export async function listNewestWithDescendants(
  services: Pick<Services, 'readers' | 'now'>,
  { id, ip }: { id: string; ip: string },
  search?: string,
): Promise<Link[]> {
  const input = z.parse(listCollectionLinks.input, { folder_id: id, input: search, include_sub: 1 })
  const { links } = await readAsVisitor(services, listCollectionLinks, input, ip)
  return links.filter(link => link.enc === 0)
}
