import { refuse } from '../access/refuse.ts'
import type { Db, Queries, Tx } from '../db/db.ts'
import { tryLock } from '../db/dialect.ts'
import { newId } from '../db/newId.ts'
import { deleteJobs, extendUpload, hasOpenJob, storePart, storeReceived } from './fileStore.ts'
import { openPartThread } from './partThread.ts'
import { enqueue, neverDue } from './store.ts'

/** An upload without data for this long counts as interrupted; another one may start. */
const uploadMs = 60_000
const partBytes = 256 * 1024
/** The first parts of a file, which the request thread stores, and the last one: a small file needs no thread. */
const ownParts = 4

/** How a file becomes a job. */
export interface Receiver {
  ownerId: string
  kind: string
  /**
   * Returns the bytes of the file, as they arrive.
   * @param job the id of the job
   * @param keepOpen to be called now and then while nothing arrives; the first call creates the job, and may refuse
   */
  open(job: string, keepOpen: () => Promise<void>): Promise<AsyncIterable<Uint8Array>>
  /** Receives each piece, and may refuse the file. */
  check(bytes: Uint8Array): void
  /** Checks the complete file. Returns what starts the job, in the transaction that stores the last piece. */
  release(job: string): Promise<(tx: Tx) => Promise<void>>
}

/**
 * Receives a file as a stream and stores it in pieces with a job, which can then run on any server. The job is created with
 * the first piece: of two small files that arrive at the same time the one that ends later is refused, at its end.
 * @returns the id of the job
 * @throws Refused 'transfer.alreadyRunning', and the refusals of the receiver; nothing is stored then
 */
export async function receiveFile(
  { db, now }: { db: Db; now: () => number },
  { ownerId, kind, open, check, release }: Receiver,
): Promise<string> {
  const dropped = droppedUploads(db)
  const refuseSecond = async (queries: Queries) => {
    if (await hasOpenJob(queries, ownerId, kind, now(), [...dropped])) refuse('transfer.alreadyRunning')
  }
  await refuseSecond(db.read)
  const job = newId()
  let isTried = false
  let isCreated = false
  const write = async (work: (tx: Tx) => Promise<void>) => {
    const step = async (tx: Tx) => {
      if (!isCreated) {
        await deleteJobs(tx, [...dropped], now())
        if (!(await tryLock(tx, `upload ${kind} ${ownerId}`))) refuse('transfer.alreadyRunning')
        await refuseSecond(tx)
        await enqueue(tx, { id: job, ownerId, kind, payload: {}, runAfter: neverDue, now: now() })
      }
      await work(tx)
    }
    isTried = true
    // A small import would pause for its own upload.
    await db.write(step, { isLoad: false })
    if (!isCreated) dropped.clear()
    isCreated = true
  }
  try {
    const chunks = await open(job, () => write(tx => extendUpload(tx, job, now() + uploadMs)))
    const last = await storeFile({ db, now, write }, job, chunks, check)
    const start = await release(job)
    await write(async tx => {
      if (last.bytes.length > 0) await storePart(tx, job, last.part, last.bytes)
      await start(tx)
    })
  } catch (error) {
    // A commit may have succeeded although its answer was lost.
    if (!isTried) throw error
    // A full disk prevents deletion too; the next import deletes these rows, and is not refused because of them.
    dropped.add(job)
    await db
      .write(tx => deleteJobs(tx, [job], now()))
      .then(
        () => dropped.delete(job),
        () => undefined,
      )
    throw error
  }
  return job
}

/** Jobs of failed uploads that could not be deleted, by database. */
const droppedJobs = new WeakMap<Db, Set<string>>()

function droppedUploads(db: Db): Set<string> {
  const known = droppedJobs.get(db) ?? new Set()
  droppedJobs.set(db, known)
  return known
}

/** Stores the pieces of a file as they arrive, and returns the last one, which is not stored. */
async function storeFile(
  { db, now, write }: { db: Db; now: () => number; write(work: (tx: Tx) => Promise<void>): Promise<void> },
  job: string,
  chunks: AsyncIterable<Uint8Array>,
  check: (bytes: Uint8Array) => void,
): Promise<{ part: number; bytes: Uint8Array }> {
  let buffered: Uint8Array[] = []
  let size = 0
  let part = 0
  let thread: ReturnType<typeof openPartThread> | undefined
  const flush = async () => {
    const bytes = Buffer.concat(buffered)
    buffered = []
    size = 0
    const stored = { job, part: part++, bytes, until: now() + uploadMs }
    if (db.kind !== 'sqlite' || stored.part < ownParts) return write(tx => storeReceived(tx, stored))
    thread ??= openPartThread(db)
    await thread.store(stored)
  }
  try {
    for await (const chunk of chunks) {
      check(chunk)
      buffered.push(chunk)
      size += chunk.length
      if (size >= partBytes) await flush()
    }
    return { part, bytes: Buffer.concat(buffered) }
  } finally {
    await thread?.close()
  }
}
