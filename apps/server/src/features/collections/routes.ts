import { isHeavyPage } from '../../calls/heavyPage.ts'
import { type Route, route } from '../../calls/route.ts'
import { createCollection, updateCollection } from './createCollection.ts'
import {
  favouriteCollection,
  listDashboardCollections,
  listSubcollections,
  listFavouriteCollections,
  getCollection,
  getTree,
} from './lists/collectionLists.ts'
import { moveCollections } from './placing/moveCollections.ts'
import { placeCollection } from './placing/placeCollection.ts'

export const collectionRoutes: readonly Route[] = [
  route(createCollection),
  route(updateCollection),
  route(moveCollections),
  route(placeCollection),
  route(favouriteCollection),
  route(getTree, { heavy: true, longResponse: true, isOwn: true }),
  route(listDashboardCollections, { heavy: isHeavyPage, isOwn: true }),
  route(listFavouriteCollections, { heavy: true, isOwn: true }),
  route(getCollection),
  route(listSubcollections, { heavy: isHeavyPage }),
]
