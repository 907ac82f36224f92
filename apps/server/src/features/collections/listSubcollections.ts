import type { listSubcollections as listSubcollectionsCall } from '@nestmark/contract/collections'
import type { Output, Parsed } from '@nestmark/contract/operation'
import type { Actor } from '../../access/actor.ts'
import { grantCollection } from '../../access/grant.ts'
import type { Call } from '../../calls/call.ts'
import { OwnDataReply } from '../../calls/replies.ts'
import { pageInside } from './pageInside.ts'
import { presentCollectionPage } from './readCollectionPage.ts'

/** Returns one collection, its breadcrumb, and a page of its sub-collections. */
export async function listSubcollections(
  call: Call<Actor | null>,
  input: Parsed<typeof listSubcollectionsCall>,
): Promise<Output<typeof listSubcollectionsCall> | OwnDataReply<Output<typeof listSubcollectionsCall>>> {
  const { db } = call.services
  const { collection } = await grantCollection(db.read, call.actor, 'collections.read', input.folder_id)
  const [head, inside] = await Promise.all([
    presentCollectionPage(call, collection),
    pageInside(call, collection, input),
  ])
  const answer = { ...head, ...inside }
  return collection.role === 'public' ? answer : new OwnDataReply(answer)
}
