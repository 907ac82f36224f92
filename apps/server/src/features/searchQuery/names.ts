import { foldText } from '@nestmark/core/words/searchTerms'
import { tagKey } from '@nestmark/core/words/tagKey'
import { type RawBuilder, sql } from 'kysely'
import { selectSharedCollections } from '../../access/roles.ts'
import type { Queries } from '../../db/db.ts'
import { containsText, inSubquery, positionInText } from '../../db/dialect.ts'

/** The two parts of the searchable links: the person's own library, and what others share with the person. */
export type SearchScope = 'own' | 'shared'

/** The name of the root on pages, folded. */
const shownRootKey = foldText('Dashboard')

/** The maximum number of names considered with a common prefix. */
const maxMatches = 200

/** The same limit for tags of many people with one name. */
const maxShared = 2000

/**
 * Returns the tags that a typed name matches: those with exactly that name, else all with that prefix, so that
 * results appear while typing. Another person's tag is matched for readers of a link that has it.
 * @param exactOnly true for exact names only
 * @returns their sequence numbers, empty when there is no such tag
 */
export async function findTagsByInput(
  db: Queries,
  personId: string,
  name: string,
  exactOnly = false,
): Promise<Record<SearchScope, number[]>> {
  const key = tagKey(name)
  const begins = sql`t.deleted_at is null and ${positionInText(db, sql.ref('t.name_key'), key)} = 1`
  const first = sql`order by length(t.name_key), t.name_key`
  const { rows } = await sql<{ seq: number; name_key: string; own: number }>`
    select * from (select t.seq, t.name_key, 1 as own from tags t where t.owner_id = ${personId} and ${begins}
      ${first} limit ${maxMatches}) o
    union all
    select * from (select t.seq, t.name_key, 0 as own from tags t
      where t.owner_id in (select owner_id from shares where person_id = ${personId}) and t.owner_id <> ${personId} and ${begins}
        and exists (select 1 from link_tags g join links l on l.seq = g.link_seq and l.trashed_at is null
          where g.tag_seq = t.seq and l.collection_id in (${selectSharedCollections(personId)}))
      ${first} limit ${maxShared}) s`.execute(db)
  const exact = rows.filter(row => row.name_key === key)
  const meant = exact.length > 0 || exactOnly ? exact : rows
  const seqs = (own: number) => meant.filter(row => row.own === own).map(row => row.seq)
  return { own: seqs(1), shared: seqs(0) }
}

/** The collections that a typed name matches. */
export interface NamedCollections {
  /** Collections with all their descendants. */
  tops: string[]
  /** The root, for links in no collection: without descendants, because these are the entire library. */
  alone: string[]
}

/**
 * Returns the visible live collections with exactly that name, else those with that prefix, else those that contain
 * it. Where none does, the name of the root on pages is that of the person's root.
 */
export async function collectionsNamed(
  db: Queries,
  personId: string,
  name: string,
): Promise<Record<SearchScope, NamedCollections>> {
  const key = foldText(name)
  const position = positionInText(db, sql.ref('name_key'), key)
  type Row = { id: string; owner_id: string; parent_id: string | null; how: number }
  const { rows: found } = await sql<Row>`
    select id, owner_id, parent_id, case when name_key = ${key} then 0 when ${position} = 1 then 1 else 2 end as how
    from collections where ${mayLookInto(db, personId)} and trashed_by is null and ${containsText(db, 'name_key', key)}
    order by how, length(name_key), id limit ${maxMatches}`.execute(db)
  const isRoot = found.length === 0 && key === shownRootKey
  const rows = isRoot ? await readRoot(db, personId) : found
  const [first] = rows
  const best = rows.filter(row => row.how === first?.how)
  const named = (rowsOf: typeof rows): NamedCollections => ({
    tops: rowsOf.filter(row => row.parent_id !== null).map(row => row.id),
    alone: rowsOf.filter(row => row.parent_id === null).map(row => row.id),
  })
  return {
    own: named(best.filter(row => row.owner_id === personId)),
    shared: named(best.filter(row => row.owner_id !== personId)),
  }
}

/** Returns the root of a person, as the best match. */
const readRoot = (db: Queries, personId: string) =>
  db
    .selectFrom('collections')
    .select(['id', 'owner_id', 'parent_id', sql<number>`0`.as('how')])
    .where('owner_id', '=', personId)
    .where('parent_id', 'is', null)
    .execute()

/** Returns the condition for a person's own collections, and for those that others share with the person. */
function mayLookInto(db: Queries, personId: string): RawBuilder<boolean> {
  return sql<boolean>`(owner_id = ${personId} or ${inSubquery(db, sql.ref('id'), selectSharedCollections(personId))})`
}

/**
 * Returns live collections whose names contain a folded text, from all that the person can search: a subquery of `id`
 * and `name_key`. The person's own are read from an index with both columns.
 */
export function selectCollectionsContaining(
  db: Queries,
  personId: string,
  folded: string,
): RawBuilder<unknown> {
  const part = (position: RawBuilder<boolean>) => sql`select id, name_key from collections
    where ${position} and trashed_by is null and parent_id is not null and ${containsText(db, 'name_key', folded)}`
  const shared = inSubquery(db, sql.ref('id'), selectSharedCollections(personId))
  return sql`${part(sql`owner_id = ${personId}`)} union all ${part(shared)}`
}
