import { deleteFolder, trashFolders } from '@nestmark/contract/collections'
import { deleteLinks } from '@nestmark/contract/links'
import * as contract from '@nestmark/contract/trash'
import { implement, type Route } from '../../http/implement.ts'
import {
  deleteCollectionsForGood,
  deleteFolderWithChildren,
  deleteLinksAnywhere,
  deleteLinksForGood,
  emptyTrash,
} from './deleteForGood.ts'
import { readTrashedCollections, readTrashedLinks } from './readTrash.ts'
import { trashCollections } from './trashCollections.ts'

export const trashRoutes: readonly Route[] = [
  implement(trashFolders, trashCollections),
  implement(contract.getTrashedCollections, readTrashedCollections, { heavy: true, isOwn: true }),
  implement(contract.getTrashedLinks, readTrashedLinks, { heavy: true, isOwn: true }),
  implement(contract.deleteTrashedCollections, deleteCollectionsForGood),
  implement(contract.deleteTrashedLinks, deleteLinksForGood),
  implement(contract.emptyTrash, emptyTrash),
  implement(deleteFolder, deleteFolderWithChildren),
  implement(deleteLinks, deleteLinksAnywhere),
]
