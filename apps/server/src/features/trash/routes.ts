import { type Route, route } from '../../calls/route.ts'
import {
  deleteCollection,
  deleteLinks,
  deleteTrashedCollections,
  deleteTrashedLinks,
  emptyTrash,
} from './deleteForGood.ts'
import { countTrash, listTrashedCollections, listTrashedLinks } from './trash.ts'
import { trashCollections } from './trashCollections.ts'

export const trashRoutes: readonly Route[] = [
  route(trashCollections),
  route(listTrashedCollections, { heavy: true, isOwn: true }),
  route(listTrashedLinks, { heavy: true, isOwn: true }),
  route(countTrash, { heavy: true, isOwn: true }),
  route(deleteTrashedCollections),
  route(deleteTrashedLinks),
  route(emptyTrash),
  route(deleteCollection),
  route(deleteLinks),
]
