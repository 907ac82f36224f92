import { sql } from 'kysely'
import type { CollectionWithRole } from '../../access/roles.ts'
import type { Queries } from '../../db/db.ts'
import { readPlace } from './linkSetQuery.ts'
import { byDate, type LinkList, type ListedLink, listLinks } from './store.ts'

/** Returns the newest live links of a collection, as a visitor sees them, on request with those of its descendants. */
export async function listNewest(
  db: Queries,
  collection: CollectionWithRole,
  { includeSub, max }: { includeSub: boolean; max: number },
): Promise<ListedLink[]> {
  const set = { include_sub: includeSub ? 1 : 0 } as const
  const { where } = await readPlace(db, collection, collection.owner_id, set, 'date')
  const list: LinkList = {
    personId: '',
    seqs: sql`select x.seq from links x where ${where} and x.trashed_at is null order by ${byDate(1, 'x.')} limit ${max}`,
    orderBy: byDate(1, 'l.'),
    ...(includeSub ? {} : { collectionName: collection.name }),
  }
  return listLinks(db, list)
}
