import { type Route, route } from '../../calls/route.ts'
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
