import { type RawBuilder, sql } from 'kysely'
import type { Db, Queries, Tx } from '../db/db.ts'
import { inList, isPostgres } from '../db/dialect.ts'
import type { JobRow } from '../db/tables.ts'

/** A queue and how many jobs of one key may run at once, on all servers together. */
export interface QueueShare {
  queue: string
  perKey: number
}

export interface Claim extends QueueShare {
  /** Names this one run of the job: whoever writes for it later does so under this name, or not at all. */
  lease: string
  /** The key that was served last: the turn goes on behind it. */
  after: string
  now: number
  leaseMs: number
}

const waits = sql`finished_at is null and lease_until is null`
const isLeased = sql`finished_at is null and lease_until is not null`

/** The statements of a claim. Each looks into an index: a test reads their plans. */
export const statements = {
  // The first of an order is always looked up in the index; for 'exists' PostgreSQL may read the rows from the beginning.
  due: (queue: string, now: number) => sql<{ queue: string }>`select ${sql.lit(queue)} as queue where
    (select run_after from jobs where queue = ${queue} and ${waits} order by run_after limit 1) <= ${now}
    or (select min(lease_until) from jobs where queue = ${queue} and ${isLeased} and run_after <= ${now}) < ${now}`,
  firstKey: (queue: string, now: number, range: RawBuilder<unknown>) => sql<{ key: string }>`
    select queue_key as key from jobs where queue = ${queue} and ${waits} and run_after <= ${now} ${range}
    order by queue_key limit 1`,
  running: (queue: string, now: number) => sql<{ key: string; n: number }>`
    select queue_key as key, count(*) as n from jobs
    where queue = ${queue} and ${isLeased} and run_after <= ${now} group by queue_key`,
  oldest: (queue: string, key: string, now: number) => sql`select id from jobs
    where queue = ${queue} and queue_key = ${key} and ${waits} and run_after <= ${now}
    order by run_after, created_at limit 1`,
}

/**
 * Returns those of the queues in which a job waits whose time has come, or whose lease has run out, without taking a writer's
 * turn. What is due on a later day is not looked at: there may be a great many of those.
 */
export async function dueQueues(db: Queries, queues: readonly string[], now: number): Promise<string[]> {
  const each = queues.map(queue => statements.due(queue, now))
  const { rows } = await sql<{ queue: string }>`${sql.join(each, sql` union all `)}`.execute(db)
  return rows.map(row => row.queue)
}

/**
 * Takes the next job of a queue. Keys take turns: first those that run nothing, in their order behind `after`, then those that
 * run one job, and so on up to `perKey`.
 */
export async function claim(db: Db, given: Claim): Promise<JobRow | undefined> {
  const passedOver = new Set<string>()
  for (;;) {
    const key = await nextKey(db.read, given, given.now, given.after, passedOver)
    if (key === undefined) return undefined
    const job = await db.write(tx => take(tx, given, key))
    if (job) return job
    // Another server was faster.
    passedOver.add(key)
  }
}

/**
 * Returns the key whose turn it is, undefined when no job of the queue may start. The cost grows with what runs, not with
 * what waits: each step is one look into the index.
 * @param after the key that was served last
 */
export async function nextKey(
  db: Queries,
  { queue, perKey }: QueueShare,
  now: number,
  after: string,
  passedOver: ReadonlySet<string> = new Set(),
): Promise<string | undefined> {
  const [running, first] = await Promise.all([
    countRunning(db, queue, now),
    firstKey(db, { queue, now, mayStart: () => true, from: after }),
  ])
  // Most often it may start.
  if (first !== undefined && !running.has(first) && !passedOver.has(first)) return first
  for (let level = 0; level < perKey; level++) {
    const mayStart = (key: string) => (running.get(key) ?? 0) <= level && !passedOver.has(key)
    const key =
      (await firstKey(db, { queue, now, mayStart, from: after })) ??
      (await firstKey(db, { queue, now, mayStart, upTo: after }))
    if (key !== undefined) return key
    // A higher level lets in those that run as much, and nobody runs more.
    if (Math.max(0, ...running.values()) <= level) return undefined
  }
  return undefined
}

/** Returns whether a job of another key could start if this one gave its place. */
export async function isWanted(
  db: Queries,
  share: QueueShare,
  { queue_key: own }: Pick<JobRow, 'queue_key'>,
  now: number,
): Promise<boolean> {
  return (await nextKey(db, share, now, own, new Set([own]))) !== undefined
}

interface KeySearch {
  queue: string
  now: number
  mayStart(key: string): boolean
  /** Behind this key, which is left out. */
  from?: string
  /** Up to this key, which is included. */
  upTo?: string
}

async function firstKey(
  db: Queries,
  { queue, now, mayStart, from, upTo }: KeySearch,
): Promise<string | undefined> {
  const end = upTo === undefined ? sql`` : sql`and queue_key <= ${upTo}`
  let start = from === undefined ? sql`` : sql`and queue_key > ${from}`
  for (;;) {
    const { rows } = await statements.firstKey(queue, now, sql`${start} ${end}`).execute(db)
    const key = rows[0]?.key
    if (key === undefined || mayStart(key)) return key
    start = sql`and queue_key > ${key}`
  }
}

async function countRunning(db: Queries, queue: string, now: number): Promise<Map<string, number>> {
  const { rows } = await statements.running(queue, now).execute(db)
  return new Map(rows.map(({ key, n }) => [key, Number(n)]))
}

/** Takes the oldest job of a key, unless as many of its jobs run as may. */
async function take(tx: Tx, given: Claim, key: string): Promise<JobRow | undefined> {
  const { queue, perKey, lease, now, leaseMs } = given
  // Two servers that count at the same moment would both find a place that is there once.
  if (isPostgres(tx) && !(await tryLock(tx, `jobs ${queue} ${key}`))) return undefined
  const oldest = sql`${statements.oldest(queue, key, now)} ${isPostgres(tx) ? sql`for update skip locked` : sql``}`
  const { rows } = await sql<JobRow>`update jobs set state = 'running', lease_owner = ${lease},
    lease_until = ${now + leaseMs}, attempts = attempts + 1
    where id = (${oldest}) and (select count(*) from jobs where queue = ${queue} and queue_key = ${key}
      and ${isLeased} and run_after <= ${now}) < ${perKey} returning *`.execute(tx)
  return rows[0]
}

/**
 * Lets jobs of processes that died wait again.
 * @param except what this process works on; its own lease may have run out while the machine slept
 */
export async function freeExpired(db: Db, queues: readonly string[], now: number, except: readonly string[]) {
  const expired = sql`${inList(db.read, 'queue', queues)} and ${isLeased} and lease_until < ${now}
    and run_after <= ${now} and not (${inList(db.read, 'id', except)})`
  const { rows } = await sql`select 1 from jobs where ${expired} limit 1`.execute(db.read)
  if (rows.length === 0) return
  await db.write(tx =>
    sql`update jobs set state = 'queued', lease_owner = null, lease_until = null where ${expired}`.execute(
      tx,
    ),
  )
}

/** Takes a lock of PostgreSQL until the end of the transaction; false when another one holds it. */
async function tryLock(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as held`.execute(tx)
  return rows[0]!.held
}
