import * as contract from '@nestmark/contract/collections'
import { isHeavyPage } from '../../calls/heavyPage.ts'
import { implement, implementOpen, type Route } from '../../calls/route.ts'
import { createCollection } from './createCollection.ts'
import { updateCollection } from './updateCollection.ts'
import { favouriteCollection } from './favouriteCollection.ts'
import { moveCollections } from './moveCollections.ts'
import { placeCollection } from './placeCollection.ts'
import { getCollection } from './getCollection.ts'
import { listDashboardCollections } from './listDashboardCollections.ts'
import { listFavouriteCollections } from './listFavouriteCollections.ts'
import { listSubcollections } from './listSubcollections.ts'
import { getTree } from './getTree.ts'

export const collectionRoutes: readonly Route[] = [
  implement(contract.createCollection, createCollection),
  implement(contract.updateCollection, updateCollection),
  implement(contract.moveCollections, moveCollections),
  implement(contract.placeCollection, placeCollection),
  implement(contract.favouriteCollection, favouriteCollection),
  implement(contract.getTree, getTree, { heavy: true, longResponse: true, isOwn: true }),
  implement(contract.listDashboardCollections, listDashboardCollections, { heavy: isHeavyPage, isOwn: true }),
  implement(contract.listFavouriteCollections, listFavouriteCollections, { heavy: true, isOwn: true }),
  implementOpen(contract.getCollection, getCollection),
  implementOpen(contract.listSubcollections, listSubcollections, { heavy: isHeavyPage }),
]
