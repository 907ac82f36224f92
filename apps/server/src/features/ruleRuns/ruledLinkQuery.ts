import type { Rule, RuledLink } from '@nestmark/core/rules'
import { tagKey } from '@nestmark/core/words/tagKey'
import { sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import { jsonRows } from '../../db/dialect.ts'
import { isNotHidden } from '../links/store.ts'
import { tagsByKey } from '../tags/store.ts'

interface Row {
  id: string
  seq: number
  created_at: number
  title: string
  address: string
  collection_id: string
  is_favourite: number | boolean
  /** JSON: [[sequence number], …]. */
  tags: string
}

/** A link of the library as rules see it. */
export interface ListedLink extends RuledLink {
  id: string
  title: string
  /** Its place in the order of the list. */
  at: { createdAt: number; seq: number }
}

/** Which links are read. */
interface Part {
  after: { createdAt: number; seq: number } | undefined
  /** Excludes links with higher sequence numbers. */
  upTo: number
  limit: number
  /** The only link that is read. */
  id?: string
  /** Leaves out other sites where each rule names one, for a test, which reads the entire library. */
  onlySites?: boolean
}

/** Returns the next of a person's own live links in plain text, the oldest first, with what these rules compare and change. */
export async function listRuledLinks(
  db: Queries,
  personId: string,
  rules: readonly Rule[],
  { after, upTo, limit, id, onlySites = false }: Part,
): Promise<ListedLink[]> {
  const withTags = rules.some(({ conditions, actions }) => conditions.tag !== undefined || actions.tags)
  const withMarks = rules.some(({ actions }) => actions.favourite)
  const names = withTags ? await namesOfRuleTags(db, personId, rules) : new Map<number, string>()
  const tags = sql`(select ${jsonRows(db, 'g.tag_seq')} from link_tags g where g.link_seq = x.seq)`
  const mark = sql`exists (select 1 from favourite_links f where f.person_id = ${personId} and f.link_id = x.id)`
  const rest = after ? sql`and (x.created_at, x.seq) > (${after.createdAt}, ${after.seq})` : sql``
  const { rows } = await sql<Row>`select x.id, x.seq, x.created_at, x.title, x.address, x.collection_id,
      ${withTags ? tags : sql`'[]'`} as tags, ${withMarks ? mark : sql`1 = 0`} as is_favourite
    from links x where x.owner_id = ${personId} and x.trashed_at is null and x.key_id is null
      and ${isNotHidden(personId, sql`x.collection_id`)} and x.seq <= ${upTo}
      ${id === undefined ? sql`` : sql`and x.id = ${id}`} ${onlySites ? isOnSites(rules) : sql``} ${rest}
    order by x.created_at, x.seq limit ${sql.lit(limit)}`.execute(db)
  return rows.map(row => ({
    id: row.id,
    title: row.title,
    address: row.address,
    collection: row.collection_id,
    favourite: Boolean(row.is_favourite),
    // Other tags only count: no rule has the name.
    tags: (JSON.parse(row.tags) as [number][]).map(([seq]) => names.get(seq) ?? `\0${seq}`),
    at: { createdAt: row.created_at, seq: row.seq },
  }))
}

/** Returns the names of the person's tags that rules name, by sequence number. */
async function namesOfRuleTags(
  db: Queries,
  personId: string,
  rules: readonly Rule[],
): Promise<Map<number, string>> {
  const names = rules.flatMap(({ conditions, actions }) => [conditions.tag ?? [], actions.tags ?? []].flat())
  const found = await tagsByKey(db, personId, [...new Set(names.map(tagKey))])
  return new Map([...found.values()].map(tag => [tag.seq, tag.name]))
}

/** Returns one of these links; undefined where rules do not apply to it. */
export async function findRuledLink(
  db: Queries,
  personId: string,
  rules: readonly Rule[],
  id: string,
): Promise<ListedLink | undefined> {
  const part = { after: undefined, upTo: Number.MAX_SAFE_INTEGER, limit: 1, id }
  return (await listRuledLinks(db, personId, rules, part))[0]
}

/** Hosts as long as their key may be cut in it. */
const maxHostKey = 60

/** Returns a condition that holds for at least the links of the sites of these rules. */
function isOnSites(rules: readonly Rule[]) {
  const hosts = rules.map(({ conditions }) => conditions.host)
  if (hosts.length === 0 || hosts.includes(undefined)) return sql``
  const sites = hosts.map(host => sql`x.host_key = ${host} or x.host_key like ${`%.${host}`}`)
  return sql`and (length(x.host_key) >= ${maxHostKey} or ${sql.join(sites, sql` or `)})`
}
