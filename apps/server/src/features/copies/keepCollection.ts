import type { keepCollection as keep } from '@nestmark/contract/copies'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { grantCollection } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import { StatusReply, type Call } from '../../http/implement.ts'
import { enqueue, hasUnfinishedJob } from '../../jobs/store.ts'
import { countWithoutCopy } from './collectionQuery.ts'
import { readOwnerChoice } from './copyStore.ts'
import { keepCollectionKind } from './keepCollection.job.ts'

/** Starts a job that keeps the pages of a collection. A person has one such job at a time. */
export async function keepCollection(
  { actor, services }: Call,
  { folder_id: collection }: Parsed<typeof keep>,
): Promise<StatusReply<Output<typeof keep>>> {
  const { db, config, now } = services
  if (config.copies === 'off') refuse('copies.off')
  const job = await db.write(async tx => {
    const granted = await grantCollection(tx, actor, 'collections.edit', collection)
    if (granted.collection.trashed_by !== null) refuse('collections.inTrash')
    if (await hasUnfinishedJob(tx, actor.personId, keepCollectionKind)) refuse('copies.running')
    const total = await countWithoutCopy(tx, collection)
    // Otherwise its end would say that all pages have copies.
    if (total === 0 && (await readOwnerChoice(tx, granted.collection.owner_id)) === 'never')
      refuse('copies.off')
    return enqueue(tx, {
      ownerId: actor.personId,
      kind: keepCollectionKind,
      payload: { person: actor.personId, collection, after: -1 },
      total,
      now: now(),
    })
  })
  services.jobs.wake()
  return new StatusReply({ job }, 202, 'OK')
}
