import { type RawBuilder, sql } from 'kysely'
import type { Db, Queries, Tx } from '../db/db.ts'
import { inList, rowLock, tryLock } from '../db/dialect.ts'
import type { JobRow } from '../db/tables/tables.ts'
import type { ClaimedJob } from './jobKind.ts'

/** A queue and the number of jobs per key that may run concurrently, on all servers together. */
export interface QueueShare {
  queue: string
  perKey: number
}

export interface Claim extends QueueShare {
  /** Identifies this run of the job: its later writes are conditional on it. */
  lease: string
  /** The last served key: the next claim continues after it. */
  after: string
  now: number
  leaseMs: number
}

const isWaiting = sql`finished_at is null and lease_until is null`
const isLeased = sql`finished_at is null and lease_until is not null`

/** The statements of a claim. Each uses an index: a test checks their plans. */
export const statements = {
  // A query with order and limit 1 uses the index; for 'exists' PostgreSQL may scan the rows.
  due: (queue: string, now: number) => sql<{ queue: string }>`select ${sql.lit(queue)} as queue where
    (select run_after from jobs where queue = ${queue} and ${isWaiting} order by run_after limit 1) <= ${now}
    or (select min(lease_until) from jobs where queue = ${queue} and ${isLeased} and run_after <= ${now}) < ${now}`,
  firstKey: (queue: string, now: number, range: RawBuilder<unknown>) => sql<{ key: string }>`
    select queue_key as key from jobs where queue = ${queue} and ${isWaiting} and run_after <= ${now} ${range}
    order by queue_key limit 1`,
  running: (queue: string, now: number) => sql<{ key: string; n: number }>`
    select queue_key as key, count(*) as n from jobs
    where queue = ${queue} and ${isLeased} and run_after <= ${now} group by queue_key`,
  oldest: (queue: string, key: string, now: number) => sql`select id from jobs
    where queue = ${queue} and queue_key = ${key} and ${isWaiting} and run_after <= ${now}
    order by run_after, created_at limit 1`,
}

/**
 * Returns those of the queues with a due job, or one whose lease has expired, without the write lock. Jobs
 * that are due later are not read: there may be a great many.
 */
export async function findDueQueues(db: Queries, queues: readonly string[], now: number): Promise<string[]> {
  const each = queues.map(queue => statements.due(queue, now))
  const { rows } = await sql<{ queue: string }>`${sql.join(each, sql` union all `)}`.execute(db)
  return rows.map(row => row.queue)
}

/**
 * Claims the next job of a queue. Keys alternate: first those without a running job, in their order after
 * `after`, then those with one running job, and so on up to `perKey`.
 */
export async function claim(db: Db, given: Claim): Promise<ClaimedJob | undefined> {
  const skipped = new Set<string>()
  for (;;) {
    const key = await findNextKey(db.read, given, given.now, given.after, skipped)
    if (key === undefined) return undefined
    const job = await db.write(tx => claimOldest(tx, given, key), { isLoad: false })
    if (job) return job
    // Another server claimed it.
    skipped.add(key)
  }
}

/**
 * Returns the next key, undefined when no job of the queue may start. The cost grows with the running jobs, not with
 * the waiting ones: each step is one index lookup.
 * @param after the key that was served last
 */
async function findNextKey(
  db: Queries,
  { queue, perKey }: QueueShare,
  now: number,
  after: string,
  skipped: ReadonlySet<string> = new Set(),
): Promise<string | undefined> {
  const [running, first] = await Promise.all([
    countRunning(db, queue, now),
    findFirstKey(db, { queue, now, mayStart: () => true, from: after }),
  ])
  // The common case.
  if (first !== undefined && !running.has(first) && !skipped.has(first)) return first
  for (let level = 0; level < perKey; level++) {
    const mayStart = (key: string) => (running.get(key) ?? 0) <= level && !skipped.has(key)
    const key =
      (await findFirstKey(db, { queue, now, mayStart, from: after })) ??
      (await findFirstKey(db, { queue, now, mayStart, upTo: after }))
    if (key !== undefined) return key
    // A higher level adds only keys with that many running jobs, and no key has more.
    if (Math.max(0, ...running.values()) <= level) return undefined
  }
  return undefined
}

/** Returns true when a job of another key could start if this one yielded its slot. */
export async function isSlotWanted(
  db: Queries,
  share: QueueShare,
  { queue_key: own }: Pick<JobRow, 'queue_key'>,
  now: number,
): Promise<boolean> {
  return (await findNextKey(db, share, now, own, new Set([own]))) !== undefined
}

interface KeySearch {
  queue: string
  now: number
  mayStart(key: string): boolean
  /** After this key, exclusive. */
  from?: string
  /** Up to this key, inclusive. */
  upTo?: string
}

async function findFirstKey(
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

/** Claims the oldest job of a key, unless the key's limit is reached. */
async function claimOldest(tx: Tx, given: Claim, key: string): Promise<ClaimedJob | undefined> {
  const { queue, perKey, lease, now, leaseMs } = given
  // Without the lock, two servers that count concurrently could take the same free slot.
  if (!(await tryLock(tx, `jobs ${queue} ${key}`))) return undefined
  const oldest = sql`${statements.oldest(queue, key, now)} ${rowLock(tx, 'for update skip locked')}`
  const { rows } = await sql<ClaimedJob>`update jobs set state = 'running', lease_owner = ${lease},
    lease_until = ${now + leaseMs}, attempts = attempts + 1
    where id = (${oldest}) and (select count(*) from jobs where queue = ${queue} and queue_key = ${key}
      and ${isLeased} and run_after <= ${now}) < ${perKey} returning *`.execute(tx)
  return rows[0]
}

/**
 * Requeues the jobs of dead processes.
 * @param except the jobs of this process; its own lease may have expired while the machine slept
 */
export async function requeueExpired(
  db: Db,
  queues: readonly string[],
  now: number,
  except: readonly string[],
) {
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
