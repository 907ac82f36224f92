import { sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { type ListedLink, listLinks } from '../links/store.ts'

/** Returns a link with its tags. */
export async function listOneLink(
  db: Queries,
  personId: string,
  seq: number,
): Promise<ListedLink | undefined> {
  const seqs = sql`select seq from links where seq = ${seq}`
  const [link] = await listLinks(db, { personId, seqs, orderBy: sql`l.seq` })
  return link
}
