import { isHeavyPage } from '../../calls/heavyPage.ts'
import { type Route, route } from '../../calls/route.ts'
import { createCollection } from './createCollection.ts'
import { updateCollection } from './updateCollection.ts'
import { favouriteCollection } from './lists/favouriteCollection.ts'
import { moveCollections } from './placing/moveCollections.ts'
import { placeCollection } from './placing/placeCollection.ts'
import { getCollection } from './getCollection.ts'
import { listDashboardCollections } from './lists/listDashboardCollections.ts'
import { listFavouriteCollections } from './lists/listFavouriteCollections.ts'
import { listSubcollections } from './lists/listSubcollections.ts'
import { getTree } from './getTree.ts'

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
