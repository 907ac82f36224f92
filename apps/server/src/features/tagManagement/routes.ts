import { type Route, route } from '../../calls/route.ts'
import { deleteTags, mergeTags, restoreTags, updateTag, listLinksOfTag } from './changeTags.ts'

/** The routes that change tags on links. They update the links' search index, so this module depends on links. */
export const tagManagementRoutes: readonly Route[] = [
  route(listLinksOfTag, { heavy: true }),
  route(updateTag),
  route(deleteTags),
  route(mergeTags),
  route(restoreTags),
]
