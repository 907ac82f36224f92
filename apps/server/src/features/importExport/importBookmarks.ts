import type { importBookmarks as importBookmarksCall } from '@nestmark/contract/importExport'
import type { Output } from '@nestmark/contract/operation'
import { limits } from '@nestmark/core/limits'
import { grantCollection } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import type { Db, Tx } from '../../db/db.ts'
import { newId } from '../../db/newId.ts'
import { type Call, StatusReply } from '../../http/implement.ts'
import { enqueue, releaseUploadedJob, neverDue, queueName } from '../../jobs/store.ts'
import { assertTakesPlainText } from '../collections/enterCollections.ts'
import { lastLink } from '../links/store.ts'
import { deleteJobs, hasOpenJob, storePart, extendUpload } from './store.ts'

/** The payload of an import job. */
export interface ImportPayload {
  /** The target collection. */
  parent: string
  rootId: string
  /** The target was created for this import, so the report counts it. */
  isParentNew?: boolean
  /** Links may enter collections with a key. */
  plain?: boolean
  /** The last link before the import: later ones may be its own. */
  upTo?: number
}

/** An upload without data for this long counts as interrupted; another one may start. */
const uploadMs = 60_000
const partBytes = 256 * 1024
/**
 * A file with fewer links than this is imported immediately, in an existing thread, and does not wait for a large
 * one.
 */
const smallFile = 2000
export const importKind = 'importBookmarks'

/**
 * Receives a bookmark file as a stream, stores it in pieces and queues a job for the import.
 * @throws Refused when there is no file, it is too large, or it is clearly not a bookmark file, or the target has a key;
 * nothing is stored then
 */
export async function importBookmarks(call: Call): Promise<StatusReply<Output<typeof importBookmarksCall>>> {
  const { actor, services } = call
  const { db, now } = services
  const dropped = droppedUploads(db)
  if (await hasOpenJob(db.read, actor.personId, importKind, now(), [...dropped]))
    refuse('transfer.alreadyRunning')
  const upload = await call.upload(limits.importBytes)
  const job = newId()
  const expected = { ownerId: actor.personId, kind: importKind, payload: {}, runAfter: neverDue }
  await db.write(async tx => {
    await deleteJobs(tx, [...dropped])
    await enqueue(tx, { id: job, ...expected, now: now() })
    await extendUpload(tx, job, now() + uploadMs)
  })
  dropped.clear()
  try {
    const rows = await storeFile(call, job, upload.chunks)
    const size = rows < smallFile ? 'small' : undefined
    const parent = upload.fields.parent || actor.rootId
    const { collection } = await grantCollection(db.read, actor, 'collections.add', parent)
    // Imported links belong to the importer, and a collection cannot be in another person's library.
    if (collection.role !== 'owner') refuse('collections.otherOwner')
    const plain = upload.fields.plain === '1'
    assertTakesPlainText(collection, plain)
    await db.write(async tx => {
      // The undo of the import removes a new collection.
      const isParentNew = upload.fields.is_new === '1' && parent !== actor.rootId
      const upTo = await lastLink(tx)
      const payload: ImportPayload = { parent, rootId: actor.rootId, isParentNew, plain, upTo }
      await releaseUploadedJob(tx, job, {
        payload: { ...payload },
        queue: queueName(importKind, size),
        now: now(),
      })
    })
  } catch (error) {
    // A full disk prevents deletion too; the next import deletes these rows, and is not refused because of them.
    dropped.add(job)
    await db
      .write(tx => deleteJobs(tx, [job]))
      .then(
        () => dropped.delete(job),
        () => undefined,
      )
    throw error
  }
  services.jobs.wake()
  return new StatusReply({ job }, 202, 'OK')
}

/** Jobs of failed uploads that could not be deleted, by database. */
const droppedJobs = new WeakMap<Db, Set<string>>()

function droppedUploads(db: Db): Set<string> {
  const known = droppedJobs.get(db) ?? new Set()
  droppedJobs.set(db, known)
  return known
}

/** @returns the number of links in the file; Infinity when it is too large to count here */
async function storeFile(
  { services: { db, now } }: Call,
  job: string,
  chunks: AsyncIterable<Buffer>,
): Promise<number> {
  // Imported on the first upload: the parser uses memory that an idle server does not need.
  const { createFileCheck } = await import('./fileCheck.ts')
  const check = createFileCheck()
  let buffered: Buffer[] = []
  let size = 0
  let part = 0
  const flush = async () => {
    const bytes = Buffer.concat(buffered)
    buffered = []
    size = 0
    if (bytes.length === 0) return
    const store = async (tx: Tx) => {
      await storePart(tx, job, part++, bytes)
      await extendUpload(tx, job, now() + uploadMs)
    }
    // A small import would pause for its own upload.
    await db.write(store, { isLoad: false })
  }
  for await (const chunk of chunks) {
    check.write(chunk)
    buffered.push(chunk)
    size += chunk.length
    if (size >= partBytes) await flush()
  }
  const rows = check.end()
  await flush()
  return rows
}
