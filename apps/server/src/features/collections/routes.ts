import * as contract from '@nestmark/contract/collections'
import { isHeavyPage } from '../../http/heavyPage.ts'
import { implement, implementOpen, type Route } from '../../http/implement.ts'
import { createCollection } from './createCollection.ts'
import { editCollection, favouriteCollection } from './editCollection.ts'
import { moveCollections } from './moveCollections.ts'
import { placeCollection } from './placeCollection.ts'
import { readCollection, readDashboard, readFavourites, readInside, readTree } from './readCollections.ts'

export const collectionRoutes: readonly Route[] = [
  implement(contract.createFolder, createCollection),
  implement(contract.updateFolder, editCollection),
  implement(contract.moveFolders, moveCollections),
  implement(contract.placeFolder, placeCollection),
  implement(contract.favFolder, favouriteCollection),
  implement(contract.getFolderChain, readTree, { heavy: true, longAnswer: true, isOwn: true }),
  implement(contract.dashboardFolders, readDashboard, { heavy: isHeavyPage, isOwn: true }),
  implement(contract.getFavFolders, readFavourites, { heavy: true, isOwn: true }),
  implementOpen(contract.getFolderData, readCollection),
  implementOpen(contract.getFolderFolders, readInside, { heavy: isHeavyPage }),
]
