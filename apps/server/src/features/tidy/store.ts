import type { UntidyGroup } from '@nestmark/contract/tidy'
import { type RawBuilder, sql } from 'kysely'
import type { Queries, Tx } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'
import { pageLimitClause } from '../../db/statements/limitClause.ts'
import { countRows } from '../../db/statements/readRow.ts'
import { byDate, isNotHidden, type ListedLink, listLinks } from '../links/store.ts'

type ListedPage = [rows: ListedLink[], total: number]

/** Returns a page of a person's own live links that a condition selects, and their number. */
async function listOwn(
  db: Queries,
  personId: string,
  condition: RawBuilder<unknown>,
  { order, page }: { order: 1 | 2; page: number },
): Promise<ListedPage> {
  const from = sql`select x.seq from links x where x.owner_id = ${personId} and x.trashed_at is null and ${condition}
    and ${isNotHidden(personId, sql`x.collection_id`)}`
  const seqs = sql`${from} order by ${byDate(order, 'x.')} ${pageLimitClause(page)}`
  return Promise.all([listLinks(db, { personId, seqs, orderBy: byDate(order, 'l.') }), countRows(db, from)])
}

/**
 * Returns a page of a person's links without tags, the newest first. Left out are those that need none, and encrypted
 * ones whose tags are hidden: nobody but the owner's browser knows them (ENC-12).
 */
export function listUntagged(db: Queries, personId: string, page: number): Promise<ListedPage> {
  // With 'not exists' PostgreSQL reads the tags of all people once. The limit keeps it to those of each link.
  const condition = sql`x.tagless_at is null
    and (select 1 from link_tags lt join tags t on t.seq = lt.tag_seq
      where lt.link_seq = x.seq and t.deleted_at is null limit 1) is null
    and (x.key_id is null or not exists (select 1 from collections c where c.id = x.collection_id and c.hide_tags = 1))`
  return listOwn(db, personId, condition, { order: 1, page })
}

/**
 * Returns a page of the links of a person that were not used since a time, the oldest first: neither saved, changed, marked as tidy,
 * noted, read nor played. Favourites are left out.
 */
export function listForgotten(
  db: Queries,
  personId: string,
  since: number,
  page: number,
): Promise<ListedPage> {
  const condition = sql`x.created_at < ${since} and x.updated_at < ${since}
    and (x.kept_at is null or x.kept_at < ${since})
    and not exists (select 1 from favourite_links z where z.person_id = ${personId} and z.link_id = x.id)
    and not exists (select 1 from link_notes n
      where n.link_id = x.id and n.person_id = ${personId} and n.updated_at >= ${since})
    and not exists (select 1 from reading_places r
      where r.link_id = x.id and r.person_id = ${personId} and r.read_at >= ${since})
    and (x.file_bytes is null
      or not exists (select 1 from files f where f.link_id = x.id and f.opened_at >= ${since}))`
  return listOwn(db, personId, condition, { order: 2, page })
}

const timeColumns = { untagged: 'tagless_at', forgotten: 'kept_at' } as const

/** Sets when the owner marked links as tidy, or null. Returns the number of changed links. */
export async function setTidyTime(
  tx: Tx,
  ownerId: string,
  linkIds: readonly string[],
  group: UntidyGroup,
  at: number | null,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('links')
    .set({ [timeColumns[group]]: at })
    .where('owner_id', '=', ownerId)
    .where(inList(tx, 'id', linkIds))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
