import { foldText } from '@nestmark/core/words/searchTerms'
import { type RawBuilder, sql } from 'kysely'
import { selectSharedCollections } from '../../access/roles.ts'
import type { Queries } from '../../db/db.ts'
import { containsText, inSubquery, inList, positionInText } from '../../db/dialect.ts'
import { selectSomeSeqs } from '../../db/searchText/fullText.ts'
import type { ListedTag } from './listQuery.ts'
import type { PageFeature } from './pageFeatures.ts'

/**
 * The number of links whose tags are read for each feature: enough for a result, few enough to be fast for a host with
 * thousands.
 */
const linksSeen = 150
const tagsTaken = 20
/** Added to the size of a library, because a large share is not significant in a small one. */
const fewLinks = 10
/** How much more frequent than usual a tag must be. */
const leastRatio = 1.25

/** Returns the person's tags whose spelling is one of the phrases. */
export async function findTagsByPhrase(
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

/**
 * Returns the tags of links that have features of a page, with a score. Each feature votes for a tag by the tag's
 * share of the links with the feature, as far as it exceeds the tag's share of the entire library: a word that is
 * on all links votes for nothing.
 */
export async function tagsOfSimilar(
  db: Queries,
  ownerId: string,
  features: readonly PageFeature[],
): Promise<(ListedTag & { score: number })[]> {
  if (features.length === 0) return []
  const found = features.map(({ fields, terms, weight }, at) => {
    const all = [{ term: { terms, prefix: false }, words: [] }]
    const seqs = selectSomeSeqs(db, { ownerIds: [ownerId], fields, all }, linksSeen)
    return sql`select ${sql.lit(at)} as feature, ${sql.lit(weight)} as weight, seq from (${seqs}) h`
  })
  const total = sql`(select n1 + n2 + n3 + n4 + n5 + ${sql.lit(fewLinks)} from people where id = ${ownerId})`
  // Links without tags do not vote. They are assumed to be as frequent in the library as here.
  const usual = sql`(t.links * 1.0 / ${total} * sizes.found / sizes.tagged)`
  // Three more links than found, so that a tag of the only link with a word does not get the highest score.
  const share = sql`(votes.votes * 1.0 / (sizes.tagged + 3))`
  const { rows } = await sql<ListedTag & { score: number }>`
    with near(feature, weight, seq) as (${sql.join(found, sql` union all `)}),
      live as (select near.*, lt.tag_seq from near join links l on l.seq = near.seq and l.trashed_at is null
        left join link_tags lt on lt.link_seq = near.seq),
      sizes as (select feature, count(distinct seq) as found,
        count(distinct case when tag_seq is not null then seq end) as tagged from live group by feature),
      votes as (select feature, weight, tag_seq, count(*) as votes from live group by feature, weight, tag_seq)
    select t.id, t.name, t.links, cast(sum(votes.weight * (${share} - ${usual})) as real) as score
    from votes join sizes on sizes.feature = votes.feature join tags t on t.seq = votes.tag_seq and t.deleted_at is null
    where ${share} > ${usual} * ${sql.lit(leastRatio)}
    group by t.id, t.name, t.links order by score desc, t.links desc limit ${sql.lit(tagsTaken)}`.execute(db)
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
  const position = positionInText(db, sql.ref('folded'), folded)
  const first = folded === '' ? sql`` : sql`case when ${position} = 1 then 0 else 1 end,`
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
