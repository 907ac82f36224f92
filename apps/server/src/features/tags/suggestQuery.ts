import { foldText } from '@nestmark/core/searchTerms'
import { type RawBuilder, sql } from 'kysely'
import { selectSharedCollections } from '../../access/roles.ts'
import type { Queries } from '../../db/db.ts'
import { containsText, inSubquery, inList, positionInText } from '../../db/dialect.ts'
import { selectMatchingSeqs, type TextField } from '../../db/fullText.ts'
import type { ListedTag } from './listQuery.ts'
import type { Context } from './pageWords.ts'

/**
 * The number of similar links whose tags are read: enough for a result, few enough to be fast for a host with
 * thousands.
 */
const linksSeen = 150
const tagsTaken = 20

/** Returns the person's tags whose spelling is one of the phrases. */
export async function tagsWritten(
  db: Queries,
  ownerId: string,
  phrases: readonly string[],
): Promise<ListedTag[]> {
  if (phrases.length === 0) return []
  const { rows } = await sql<ListedTag>`select id, name, links from tags
    where owner_id = ${ownerId} and deleted_at is null and ${inList(db, 'folded', phrases)}
    order by links desc limit ${sql.lit(tagsTaken)}`.execute(db)
  return rows
}

/** Returns the most frequent tags on links of the same host, or with the same distinctive words in their titles. */
export async function tagsOfSimilar(
  db: Queries,
  ownerId: string,
  { hostTerms, titleTerms }: Context,
): Promise<(ListedTag & { share: number })[]> {
  const like = (field: TextField, terms: string[][]) =>
    sql`select seq from (${selectMatchingSeqs(db, {
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
    from live join link_tags lt on lt.link_seq = live.seq join tags t on t.seq = lt.tag_seq and t.deleted_at is null
    group by t.id, t.name, t.links order by share desc, t.links desc limit ${sql.lit(tagsTaken)}`.execute(db)
  return rows
}

/**
 * The limits of a search in shared links, however many there are: the number of links whose tags are read, the number
 * of most used tags, and of the newest links of each.
 */
const sharedLinks = 200
const foreignTags = 100
const foreignLinks = 50

/**
 * Returns the names of tags that contain the text, on links that others share with the person by name. Excludes tags
 * without such a link.
 */
export async function tagsOfShared(db: Queries, personId: string, text: string): Promise<string[]> {
  const folded = foldText(text)
  const place = positionInText(db, sql.ref('folded'), folded)
  const first = folded === '' ? sql`` : sql`case when ${place} = 1 then 0 else 1 end,`
  const meant = sql`deleted_at is null and owner_id <> ${personId} ${folded === '' ? sql`` : sql`and ${containsText(db, 'folded', folded)}`}`
  const order = sql`order by ${first} links desc, folded, seq`
  const found = (column: string, subquery: RawBuilder<unknown>) => inSubquery(db, sql.ref(column), subquery)
  const inShared = found('collection_id', sql`select id from shared`)
  const seen = sql`select seq from links where ${inShared} and trashed_at is null limit ${sql.lit(sharedLinks)}`
  const newest = sql`select link_seq from link_tags where tag_seq = t.seq order by link_seq desc limit ${sql.lit(foreignLinks)}`
  const { rows } = await sql<{ name: string }>`
    with shared(id) as (${selectSharedCollections(personId)})
    select name from (
      select name, folded, links, seq from tags
      where ${meant} and ${found('seq', sql`select tag_seq from link_tags where ${found('link_seq', seen)}`)}
      union
      select name, folded, links, seq from (
        select name, folded, links, seq from tags
        where ${found('owner_id', sql`select owner_id from shares where person_id = ${personId}`)} and ${meant}
        ${order} limit ${sql.lit(foreignTags)}) t
      where exists (select 1 from links where ${found('seq', newest)} and trashed_at is null and ${inShared})) f
    ${order} limit ${sql.lit(tagsTaken)}`.execute(db)
  return rows.map(row => row.name)
}
