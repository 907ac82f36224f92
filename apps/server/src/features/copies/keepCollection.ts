import * as contract from '@nestmark/contract/reading/copies'
import { grantCollection } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import { action } from '../../calls/action.ts'
import { StatusReply } from '../../calls/replies.ts'
import { enqueue, hasUnfinishedJob } from '../../jobs/store.ts'
import { countDescendantLinks, sumCounts } from '../collections/subtreeQuery.ts'
import { libraryStart } from './collectionQuery.ts'
import { keepCollectionKind, type KeepCollectionPayload } from './keepCollection.job.ts'

/** Starts a job that copies the pages of a collection. A person has one such job at a time. */
export const keepCollection = action(
  contract.keepCollection,
  async ({ actor, services }, { folder_id: collection }) => {
    const { db, config, now } = services
    if (config.copies === 'off') refuse('copies.off')
    const job = await db.write(async tx => {
      const granted = await grantCollection(tx, actor, 'collections.edit', collection)
      if (granted.collection.trashed_by !== null) refuse('collections.inTrash')
      if (await hasUnfinishedJob(tx, actor.personId, keepCollectionKind)) refuse('copies.running')
      const counts = await countDescendantLinks(tx, granted.collection)
      const payload: KeepCollectionPayload = {
        person: actor.personId,
        owner: granted.collection.owner_id,
        collection,
        after: libraryStart,
        had: 0,
      }
      return enqueue(tx, {
        ownerId: actor.personId,
        kind: keepCollectionKind,
        payload: { ...payload },
        total: sumCounts(Object.values(counts)),
        now: now(),
      })
    })
    services.jobs.wake()
    return new StatusReply({ job }, 202, 'OK')
  },
)
