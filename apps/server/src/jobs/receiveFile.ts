import { refuse } from '../access/refuse.ts'
import type { Db, Tx } from '../db/db.ts'
import { newId } from '../db/newId.ts'
import { deleteJobs, extendUpload, hasOpenJob, storeReceived } from './fileStore.ts'
import { openPartThread } from './partThread.ts'
import { enqueue, neverDue } from './store.ts'

/** An upload without data for this long counts as interrupted; another one may start. */
const uploadMs = 60_000
const partBytes = 256 * 1024
/** The parts of a file that the request thread stores: a small file needs no thread. */
const ownParts = 4

/** How a file becomes a job. */
export interface Receiver {
  ownerId: string
  kind: string
  /**
   * Returns the bytes of the file, as they arrive.
   * @param job the id of the job
   * @param keepOpen to be called now and then while nothing arrives
   */
  open(job: string, keepOpen: () => Promise<void>): Promise<AsyncIterable<Uint8Array>>
  /** Receives each piece, and may refuse the file. */
  check(bytes: Uint8Array): void
  /** Starts the job, when the file is complete. */
  release(job: string): Promise<void>
}

/**
 * Receives a file as a stream and stores it in pieces with a job, which can then run on any server.
 * @returns the id of the job
 * @throws Refused 'transfer.alreadyRunning', and the refusals of the receiver; nothing is stored then
 */
export async function receiveFile(
  { db, now }: { db: Db; now: () => number },
  { ownerId, kind, open, check, release }: Receiver,
): Promise<string> {
  const dropped = droppedUploads(db)
  if (await hasOpenJob(db.read, ownerId, kind, now(), [...dropped])) refuse('transfer.alreadyRunning')
  const job = newId()
  const keepOpen = () =>
    db.write(tx => extendUpload(tx, job, now() + uploadMs), { isLoad: false }).then(() => undefined)
  const chunks = await open(job, keepOpen)
  const create = async (tx: Tx) => {
    await deleteJobs(tx, [...dropped], now())
    await enqueue(tx, { id: job, ownerId, kind, payload: {}, runAfter: neverDue, now: now() })
    await extendUpload(tx, job, now() + uploadMs)
  }
  // A small import would pause for its own upload.
  await db.write(create, { isLoad: false })
  dropped.clear()
  try {
    await storeFile({ db, now }, job, chunks, check)
    await release(job)
  } catch (error) {
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

async function storeFile(
  { db, now }: { db: Db; now: () => number },
  job: string,
  chunks: AsyncIterable<Uint8Array>,
  check: (bytes: Uint8Array) => void,
): Promise<void> {
  let buffered: Uint8Array[] = []
  let size = 0
  let part = 0
  let thread: ReturnType<typeof openPartThread> | undefined
  const flush = async () => {
    const bytes = Buffer.concat(buffered)
    buffered = []
    size = 0
    if (bytes.length === 0) return
    const stored = { job, part: part++, bytes, until: now() + uploadMs }
    if (db.kind !== 'sqlite' || stored.part < ownParts)
      return db.write(tx => storeReceived(tx, stored), { isLoad: false })
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
    await flush()
  } finally {
    await thread?.close()
  }
}
