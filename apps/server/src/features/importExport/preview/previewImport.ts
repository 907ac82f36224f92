import * as contract from '@nestmark/contract/transfer/importPreview'
import type { ImportChoices } from '@nestmark/contract/transfer/importPreview'
import { refuse } from '../../../access/refuse.ts'
import { newId } from '../../../db/newId.ts'
import { action } from '../../../calls/action.ts'
import { previewKind, restartPreview, hasFile, previewMs } from './previewStore.ts'
import { lockTree } from '../../../db/dialect.ts'
import { hasOpenJob } from '../../../jobs/fileStore.ts'
import { findJob, queueName } from '../../../jobs/store.ts'
import { importKind } from '../importBookmarks.ts'
import type { Actor } from '../../../access/actor.ts'
import { grantCollection } from '../../../access/grant.ts'
import { requireCollectionQuota } from '../../../access/planQuotas.ts'
import type { Queries, Tx } from '../../../db/db.ts'
import type { JobRow } from '../../../db/tables/tables.ts'
import { recordEvent } from '../../../domainEvents/recordEvent.ts'
import { assertTakesPlainText } from '../../collections/placing/enterCollections.ts'
import { lastLink } from '../../links/store.ts'
import { writeFolders } from '../writing/folderStore.ts'
import type { ImportPayload } from '../writing/importPayload.ts'

/** Computes the preview of an import again, with other choices. Nothing else is written. */
export const previewImport = action(
  contract.previewImport,
  async ({ actor, services }, { job: id, choices }) => {
    const now = services.now()
    await services.db.write(async tx => {
      const job = await requirePreview(tx, actor, id, now)
      const target = await grantTarget(tx, actor, choices)
      const payload = await toPayload(tx, job, choices, choices.where === 'new' ? newId() : target)
      if (!(await restartPreview(tx, id, { kind: previewKind, payload, size: sizeOf(job), now })))
        refuse('transfer.alreadyRunning')
    })
    services.jobs.wake()
    return { job: id }
  },
)

/**
 * Imports the file of a preview. A repeated call finds the import and changes nothing.
 * @throws Refused 'transfer.previewEnded' when the file is a day old, 'transfer.alreadyRunning' while another import
 * runs or the preview is computed
 */
export const startImport = action(contract.startImport, async ({ actor, services }, { job: id, choices }) => {
  const now = services.now()
  await services.db.write(async tx => {
    await lockTree(tx, actor.personId)
    if ((await findJob(tx, actor.personId, id))?.kind === importKind) return
    const job = await requirePreview(tx, actor, id, now)
    if (await hasOpenJob(tx, actor.personId, importKind, now)) refuse('transfer.alreadyRunning')
    const target = await grantTarget(tx, actor, choices)
    const parent = choices.where === 'new' ? await createTarget(tx, actor, choices, now) : target
    const payload = await toPayload(tx, job, choices, parent)
    if (!(await restartPreview(tx, id, { kind: importKind, payload, size: sizeOf(job), now })))
      refuse('transfer.alreadyRunning')
  })
  services.jobs.wake()
  return { job: id }
})

/** Returns the queue size of the job of a preview. */
const sizeOf = (job: JobRow) => (job.queue === queueName(previewKind) ? undefined : 'small')

/** Returns a preview of the caller whose file is there. */
async function requirePreview(db: Queries, actor: Actor, id: string, now: number): Promise<JobRow> {
  const job = await findJob(db, actor.personId, id)
  if (!job) return refuse('jobs.notFound')
  if (job.kind !== previewKind || job.created_at <= now - previewMs || !(await hasFile(db, id)))
    return refuse('transfer.previewEnded')
  return job
}

/** Returns the existing collection that the choices lead into, or that gets the new one. */
async function grantTarget(
  db: Queries,
  actor: Actor,
  { where, parent, plain }: ImportChoices,
): Promise<string> {
  const target = (where === 'into' && parent) || actor.rootId
  const { collection } = await grantCollection(db, actor, 'collections.add', target)
  if (collection.role !== 'owner') refuse('collections.otherOwner')
  assertTakesPlainText(collection, plain === 1)
  return target
}

/** Creates the collection around an import, at the top level. */
async function createTarget(
  tx: Tx,
  actor: Actor,
  { name = 'Imported' }: ImportChoices,
  at: number,
): Promise<string> {
  const [id, parent] = [newId(), actor.rootId]
  const dates = { createdAt: at, changedAt: at }
  const made = { id, parent, name, desc: '', ...dates, position: 0, favouriteAt: null, row: 0 }
  await writeFolders(tx, actor.personId, [made])
  await requireCollectionQuota(tx, actor.personId)
  const event = { type: 'collection.created', by: actor.personId, at } as const
  await recordEvent(tx, event, [{ collectionId: parent, id, title: name }])
  return id
}

/** Returns the payload of a job with these choices. */
async function toPayload(
  tx: Tx,
  job: JobRow,
  choices: ImportChoices,
  parent: string,
): Promise<ImportPayload> {
  const { rootId, type, zip } = JSON.parse(job.payload) as ImportPayload
  const place = { parent, isParentNew: choices.where === 'new', plain: choices.plain === 1 }
  return { rootId, type, ...(zip && { zip }), ...place, choices, upTo: await lastLink(tx) }
}
