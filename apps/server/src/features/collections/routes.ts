import * as contract from '@nestmark/contract/collections'
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
  implement(contract.getFolderChain, readTree),
  implement(contract.dashboardFolders, readDashboard),
  implement(contract.getFavFolders, readFavourites),
  implementOpen(contract.getFolderData, readCollection),
  implementOpen(contract.getFolderFolders, readInside),
]
