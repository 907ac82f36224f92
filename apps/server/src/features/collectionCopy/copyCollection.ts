import * as contract from '@nestmark/contract/collections'
import type { Output } from '@nestmark/contract/operation'
import { limits } from '@nestmark/core/limits'
import type { Actor } from '../../access/actor.ts'
import { grantCollection } from '../../access/grant.ts'
import { assertSameCall, claimIdempotencyKey, refuseReusedKey } from '../../access/idempotencyKeys.ts'
import { readLibraryQuota } from '../../access/planQuotas.ts'
import { refuse } from '../../access/refuse.ts'
import type { CollectionWithRole } from '../../access/roles.ts'
import type { Tx } from '../../db/db.ts'
import { isDuplicate, lockTree } from '../../db/dialect.ts'
import { deriveId, newId, toCreatedId } from '../../db/newId.ts'
import { recordEvent } from '../../domainEvents/recordEvent.ts'
import { action } from '../../calls/action.ts'
import { type Call, toIdempotentCall } from '../../calls/call.ts'
import { StatusReply } from '../../calls/replies.ts'
import { findJob } from '../../jobs/store.ts'
import { enqueueBulkAction } from '../../undo/bulkActions.ts'
import { recordCollections } from '../../undo/store.ts'
import { insertCollection, openForChild, readAncestors, readHeight } from '../collections/store.ts'
import { newCollectionRow } from '../session/store.ts'
import { lastLink } from '../links/store.ts'
import { countSource } from './store.ts'

type Answer = StatusReply<Output<typeof contract.copyCollection>>

/**
 * Copies a collection that the caller may read into the caller's own library, with all its descendants and links.
 * The copy itself is created immediately; a job fills it. Repeated calls with one request key copy once.
 */
export const copyCollection = action(
  contract.copyCollection,
  async (call, { folder_id: sourceId, parent }) => {
    const { actor, idempotencyKey: key, services } = call
    const { db } = services
    const job = key === null ? newId() : deriveId(services.config.secret, actor.personId, `copy ${key}`)
    try {
      const links = await db.write(tx =>
        startCopy(tx, call, { job, sourceId, parentId: parent ?? actor.rootId }),
      )
      services.jobs.wake()
      return reply(job, sourceId, links)
    } catch (error) {
      const keyed = toIdempotentCall(call)
      if (!keyed || !isDuplicate(error)) throw error
      await refuseReusedKey(db.read, keyed)
      const started = await findJob(db.read, actor.personId, job)
      if (!started) throw error
      return reply(job, sourceId, started.total)
    }
  },
)

const reply = (job: string, sourceId: string, links: number): Answer =>
  new StatusReply({ job, folder_id: toCreatedId(job, sourceId), links }, 202, 'OK')

/**
 * Creates the copy of the collection and the job that fills it.
 * @returns the number of links to copy
 * @throws Refused when the caller may not read the source or has no right to the target, when the source is too large
 * or too deep, contains the target, or exceeds the caller's plan
 */
async function startCopy(
  tx: Tx,
  call: Call,
  { job, sourceId, parentId }: { job: string; sourceId: string; parentId: string },
): Promise<number> {
  const { actor, services } = call
  const at = services.now()
  const { collection: source } = await grantCollection(tx, actor, 'collections.copy', sourceId)
  const granted = await grantCollection(tx, actor, 'collections.add', parentId)
  if (granted.collection.role !== 'owner') refuse('collections.otherOwner')
  const keyed = toIdempotentCall(call)
  if (keyed) assertSameCall((await claimIdempotencyKey(keyed).execute(tx)).rows, keyed)
  await lockTree(tx, actor.personId)
  const { links } = await checkSize(tx, actor, source, parentId)
  const id = toCreatedId(job, source.id)
  const order = { action: 'copyCollection', from: source.id, to: id, upTo: await lastLink(tx) } as const
  await enqueueBulkAction(tx, actor, order, links, at, job)
  if (!(await openForChild(tx, granted, parentId, at))) refuse('collections.inTrash')
  const { name, descr } = source
  const row = newCollectionRow({ id, owner_id: actor.personId, parent_id: parentId, name, descr }, at)
  await insertCollection(tx, granted, row)
  await recordCollections(tx, job, [[id, parentId, 0]])
  const event = { type: 'collection.created', by: actor.personId, at } as const
  await recordEvent(tx, event, [{ collectionId: parentId, id, title: source.name }])
  return links
}

/** Refuses a copy that would exceed a limit. */
async function checkSize(
  tx: Tx,
  actor: Actor,
  source: CollectionWithRole,
  parentId: string,
): Promise<{ links: number }> {
  if (source.parent_id === null) refuse('collections.rootFixed')
  if (source.trashed_by !== null) refuse('collections.inTrash')
  const path = await readAncestors(tx, [parentId])
  if (path.some(each => each.id === source.id)) refuse('collections.intoItself')
  const size = await countSource(tx, source.id)
  if (size.links > limits.copiedLinks || size.collections > limits.copiedCollections)
    refuse('collections.tooLargeToCopy')
  if (path.length + (await readHeight(tx, [source.id])) > limits.collectionDepth)
    refuse('collections.tooDeep')
  const quota = await readLibraryQuota(tx, actor.personId)
  if (quota && size.links > quota.links) refuse('plan.links')
  if (quota && size.collections > quota.collections) refuse('plan.collections')
  return size
}
