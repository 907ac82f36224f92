import { hasRow } from '../../db/statements/readRow.ts'
import { type Selectable, sql } from 'kysely'
import { bulkRows } from '../../db/statements/bulkRows.ts'
import type { Queries, Tx } from '../../db/db.ts'
import { inList } from '../../db/dialect.ts'
import type { LinkRow } from '../../db/tables/libraryTables.ts'
import type { LinkCheckRow, LinkCheckRunRow } from '../../db/tables/linkCheckTables.ts'
import { isNotHidden } from '../links/store.ts'

/** What is known about a link. */
export type LinkCheck = Selectable<LinkCheckRow>

/** A link whose address can be checked. */
export type CheckableLink = Pick<Selectable<LinkRow>, 'seq' | 'id' | 'address'>

/** Returns the condition for links `l` of a person that a check visits: live, in plain text, with an address. */
const isCheckable = (ownerId: string) => sql<boolean>`l.owner_id = ${ownerId} and l.trashed_at is null
  and l.key_id is null and l.address <> '' and ${isNotHidden(ownerId, sql`l.collection_id`)}`

/** A position in the order of hosts. */
export interface HostPosition {
  host_key: string
  seq: number
}

/**
 * Returns the next links of a person in the order of their hosts, by the index of hosts.
 * @param checked 1 when this run has checked the link
 */
export async function listByHost(
  db: Queries,
  { ownerId, run, after, limit }: { ownerId: string; run: string; after: HostPosition; limit: number },
): Promise<(CheckableLink & { host_key: string; checked: number })[]> {
  const { rows } = await sql<CheckableLink & { host_key: string; checked: number }>`
    select l.seq, l.id, l.address, l.host_key,
      case when exists (select 1 from link_checks k where k.link_id = l.id and k.run = ${run}) then 1 else 0 end as checked
    from links l where ${isCheckable(ownerId)} and (l.host_key, l.seq) > (${after.host_key}, ${after.seq})
    order by l.host_key, l.seq limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/** Returns the next links of one host that this run has not checked. */
export async function listOfHost(
  db: Queries,
  {
    ownerId,
    run,
    host,
    after,
    limit,
  }: { ownerId: string; run: string; host: string; after: number; limit: number },
): Promise<CheckableLink[]> {
  const { rows } = await sql<CheckableLink>`select l.seq, l.id, l.address from links l
    where ${isCheckable(ownerId)} and l.host_key = ${host} and l.seq > ${after}
      and not exists (select 1 from link_checks k where k.link_id = l.id and k.run = ${run})
    order by l.seq limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/** Returns a link of a person that a check may visit. */
export async function findCheckable(
  db: Queries,
  ownerId: string,
  linkId: string,
): Promise<CheckableLink | undefined> {
  const { rows } = await sql<CheckableLink>`select l.seq, l.id, l.address from links l
    where ${isCheckable(ownerId)} and l.id = ${linkId}`.execute(db)
  return rows[0]
}

/** Returns what is known about links. */
export async function readChecks(db: Queries, linkIds: readonly string[]): Promise<Map<string, LinkCheck>> {
  const rows = await db
    .selectFrom('link_checks')
    .selectAll()
    .where(inList(db, 'link_id', linkIds))
    .execute()
  return new Map(rows.map(row => [row.link_id, row]))
}

const columns = {
  link_id: 'text',
  owner_id: 'text',
  run: 'text',
  address: 'text',
  state: 'text',
  status: 'int',
  fault: 'text',
  location: 'text',
  former: 'text',
  marks: 'text',
  failures: 'int',
  since: 'int',
  checked_at: 'int',
  ignored: 'int',
} as const satisfies Record<keyof LinkCheckRow, 'text' | 'int'>
const names = Object.keys(columns) as (keyof LinkCheckRow)[]

/**
 * Stores what is known about links. Links that were deleted, changed or encrypted since are left out: nothing of an
 * encrypted link is stored in plain text.
 */
export async function writeChecks(tx: Tx, rows: readonly LinkCheck[]): Promise<void> {
  if (rows.length === 0) return
  const cells = rows.map(row => names.map(name => row[name]))
  const list = sql.raw(names.join(', '))
  const updates = sql.raw(
    names
      .slice(1)
      .map(name => `${name} = excluded.${name}`)
      .join(', '),
  )
  await sql`insert into link_checks (${list})
    select ${sql.raw(names.map(name => `d.${name}`).join(', '))}
    from (with d(${list}) as (${bulkRows(tx, Object.values(columns), cells)}) select * from d) d
    join links l on l.id = d.link_id and l.address = d.address and l.owner_id = d.owner_id and l.key_id is null
    where true on conflict (link_id) do update set ${updates}`.execute(tx)
}

/** Returns the checks of a person's live links that found something, of the address that each has now. */
export async function listBroken(db: Queries, ownerId: string): Promise<(LinkCheck & { seq: number })[]> {
  const { rows } = await sql<LinkCheck & { seq: number }>`
    select k.*, l.seq from link_checks k join links l on l.id = k.link_id and l.address = k.address
    where k.owner_id = ${ownerId} and k.state in ('dead', 'moved', 'unsure', 'refused', 'slow')
      and ${isCheckable(ownerId)}
    order by case k.state when 'dead' then 1 when 'moved' then 2 when 'unsure' then 3 when 'refused' then 4 else 5 end,
      l.seq desc`.execute(db)
  return rows
}

/** Returns whether the last check of any link of a person got a response from a server. */
export async function hasResponse(db: Queries, ownerId: string): Promise<boolean> {
  return hasRow(db.selectFrom('link_checks').where('owner_id', '=', ownerId).where('status', '>', 0))
}

/** Sets whether a person ignores what was found for links. Returns the number of changed ones. */
export async function setIgnored(
  tx: Tx,
  ownerId: string,
  linkIds: readonly string[],
  ignored: 0 | 1,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('link_checks')
    .set({ ignored })
    .where('owner_id', '=', ownerId)
    .where('state', '<>', 'answered')
    .where('ignored', '<>', ignored)
    .where(inList(tx, 'link_id', linkIds))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export type CheckRun = Selectable<LinkCheckRunRow>

const noRun: Omit<CheckRun, 'person_id'> = {
  schedule: 'never',
  next_at: null,
  run: null,
  job: null,
  done: 0,
  total: 0,
  started_at: null,
  finished_at: null,
}

/** Returns the last check of a person's links, and its schedule. */
export async function readRun(db: Queries, personId: string): Promise<CheckRun> {
  const row = await db
    .selectFrom('link_check_runs')
    .selectAll()
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row ?? { ...noRun, person_id: personId }
}

/** Changes what is known about a person's check. */
export async function writeRun(
  tx: Tx,
  personId: string,
  change: Partial<Omit<CheckRun, 'person_id'>>,
): Promise<void> {
  await tx
    .insertInto('link_check_runs')
    .values({ ...noRun, ...change, person_id: personId })
    .onConflict(conflict => conflict.column('person_id').doUpdateSet(change))
    .execute()
}
