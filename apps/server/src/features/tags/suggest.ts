import { sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'
import { matchingSeqs, type TextField } from '../../db/fullText.ts'
import type { ListedTag } from './list.ts'
import type { Context } from './pageWords.ts'

/** Links looked at for what they carry: enough to tell, few enough to be quick for a host with thousands. */
const linksSeen = 150
const tagsTaken = 20

/** The person's tags that are written as one of the phrases. */
export async function tagsWritten(
  db: Queries,
  ownerId: string,
  phrases: readonly string[],
): Promise<ListedTag[]> {
  if (phrases.length === 0) return []
  const { rows } = await sql<ListedTag>`select id, name, links from tags
    where owner_id = ${ownerId} and gone_at is null and ${inList(db, 'folded', phrases)}
    order by links desc limit ${sql.lit(tagsTaken)}`.execute(db)
  return rows
}

/** The tags that links of the same host, or with the same telling words in their titles, carry most. */
export async function tagsOfSimilar(
  db: Queries,
  ownerId: string,
  { hostTerms, titleTerms }: Context,
): Promise<(ListedTag & { share: number })[]> {
  const like = (field: TextField, terms: string[][]) =>
    sql`select seq from (${matchingSeqs(db, {
      ownerIds: [ownerId],
      fields: [field],
      all: terms.map(each => ({ term: { terms: each, prefix: false }, words: [] })),
    })} limit ${sql.lit(linksSeen)}) h`
  const similar = [
    ...(hostTerms.length > 1 ? [like('address', [hostTerms])] : []),
    ...(titleTerms.length === 2
      ? [
          like(
            'title',
            titleTerms.map(term => [term]),
          ),
        ]
      : []),
  ]
  if (similar.length === 0) return []
  const { rows } = await sql<ListedTag & { share: number }>`
    with near as (${sql.join(similar, sql` union `)}),
      live as (select l.seq from near s join links l on l.seq = s.seq and l.trashed_at is null)
    select t.id, t.name, t.links, cast(count(*) as real) / (select count(*) from live) as share
    from live join link_tags lt on lt.link_seq = live.seq join tags t on t.seq = lt.tag_seq and t.gone_at is null
    group by t.id, t.name, t.links order by share desc, t.links desc limit ${sql.lit(tagsTaken)}`.execute(db)
  return rows
}
