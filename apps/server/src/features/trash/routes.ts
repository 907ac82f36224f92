import { type Route, route } from '../../calls/route.ts'
import { countTrash, listTrashedLinks, deleteTrashedLinks, deleteTrashedCollections } from './trash.ts'
import { deleteCollection } from './deleteCollection.ts'
import { deleteLinks } from './deleteLinks.ts'
import { emptyTrash } from './emptyTrash.ts'
import { listTrashedCollections } from './listTrashedCollections.ts'
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
