import type {
  ImportChoices,
  previewImport as previewImportCall,
  startImport as startImportCall,
} from '@nestmark/contract/importPreview'
import type { Output, Parsed } from '@nestmark/contract/operation'
import type { Actor } from '../../access/actor.ts'
import { grantCollection } from '../../access/grant.ts'
import { requireCollectionQuota } from '../../access/planQuotas.ts'
import { refuse } from '../../access/refuse.ts'
import type { Queries, Tx } from '../../db/db.ts'
import { lockTree } from '../../db/dialect.ts'
import { newId } from '../../db/newId.ts'
import type { JobRow } from '../../db/tables.ts'
import { recordEvent } from '../../domainEvents/recordEvent.ts'
import type { Call } from '../../http/implement.ts'
import { hasOpenJob } from '../../jobs/fileStore.ts'
import { findJob, queueName } from '../../jobs/store.ts'
import { assertTakesPlainText } from '../collections/enterCollections.ts'
import { lastLink } from '../links/store.ts'
import { writeFolders } from './folderStore.ts'
import { type ImportPayload, importKind } from './importBookmarks.ts'
import { hasFile, previewKind, previewMs, restartPreview } from './previewStore.ts'

/** Computes the preview of an import again, with other choices. Nothing else is written. */
export async function previewImport(
  { actor, services }: Call,
  { job: id, choices }: Parsed<typeof previewImportCall>,
): Promise<Output<typeof previewImportCall>> {
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
}

/**
 * Imports the file of a preview. A repeated call finds the import and changes nothing.
 * @throws Refused 'transfer.previewEnded' when the file is a day old, 'transfer.alreadyRunning' while another import
 * runs or the preview is computed
 */
export async function startImport(
  { actor, services }: Call,
  { job: id, choices }: Parsed<typeof startImportCall>,
): Promise<Output<typeof startImportCall>> {
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
}

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
async function grantTarget(db: Queries, actor: Actor, { where, parent }: ImportChoices): Promise<string> {
  const target = (where === 'into' && parent) || actor.rootId
  const { collection } = await grantCollection(db, actor, 'collections.add', target)
  if (collection.role !== 'owner') refuse('collections.otherOwner')
  assertTakesPlainText(collection, false)
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
  const made = { id, parent, name, desc: '', ...dates, position: 0, favourite: false, row: 0 }
  await writeFolders(tx, actor.personId, [made], at)
  await requireCollectionQuota(tx, actor.personId)
  const event = { type: 'collection.created', by: actor.personId, at } as const
  await recordEvent(tx, event, [{ collectionId: parent, id, title: name }])
  return id
}

async function toPayload(
  tx: Tx,
  job: JobRow,
  choices: ImportChoices,
  parent: string,
): Promise<ImportPayload> {
  const { rootId, type } = JSON.parse(job.payload) as ImportPayload
  return { rootId, type, parent, choices, isParentNew: choices.where === 'new', upTo: await lastLink(tx) }
}
