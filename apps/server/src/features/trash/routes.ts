import * as collections from '@nestmark/contract/collections'
import * as links from '@nestmark/contract/links'
import * as contract from '@nestmark/contract/trash'
import { implement, type Route } from '../../calls/route.ts'
import { countTrash } from './countTrash.ts'
import { deleteTrashedCollections } from './deleteTrashedCollections.ts'
import { deleteCollection } from './deleteCollection.ts'
import { deleteLinks } from './deleteLinks.ts'
import { deleteTrashedLinks } from './deleteTrashedLinks.ts'
import { emptyTrash } from './emptyTrash.ts'
import { listTrashedCollections } from './listTrashedCollections.ts'
import { listTrashedLinks } from './listTrashedLinks.ts'
import { trashCollections } from './trashCollections.ts'

export const trashRoutes: readonly Route[] = [
  implement(collections.trashCollections, trashCollections),
  implement(contract.listTrashedCollections, listTrashedCollections, { heavy: true, isOwn: true }),
  implement(contract.listTrashedLinks, listTrashedLinks, { heavy: true, isOwn: true }),
  implement(contract.countTrash, countTrash, { heavy: true, isOwn: true }),
  implement(contract.deleteTrashedCollections, deleteTrashedCollections),
  implement(contract.deleteTrashedLinks, deleteTrashedLinks),
  implement(contract.emptyTrash, emptyTrash),
  implement(collections.deleteCollection, deleteCollection),
  implement(links.deleteLinks, deleteLinks),
]
