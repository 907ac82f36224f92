import * as contract from '@nestmark/contract/collections'
import { grantCollection } from '../../../access/grant.ts'
import { action } from '../../../calls/action.ts'
import { OwnDataReply } from '../../../calls/replies.ts'
import { pageInside } from './pageInside.ts'
import { presentCollectionPage } from './readCollectionPage.ts'

/** Returns one collection, its breadcrumb, and a page of its sub-collections. */
export const listSubcollections = action(contract.listSubcollections, async (call, input) => {
  const { db } = call.services
  const { collection } = await grantCollection(db.read, call.actor, 'collections.read', input.folder_id)
  const [head, inside] = await Promise.all([
    presentCollectionPage(call, collection),
    pageInside(call, collection, input),
  ])
  const answer = { ...head, ...inside }
  return collection.role === 'public' ? answer : new OwnDataReply(answer)
})
