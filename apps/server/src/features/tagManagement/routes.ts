import { type Route, route } from '../../calls/route.ts'
import { deleteTags } from './deleteTags.ts'
import { listLinksOfTag } from './listLinksOfTag.ts'
import { mergeTags } from './mergeTags.ts'
import { restoreTags } from './restoreTags.ts'
import { updateTag } from './updateTag.ts'

/** The routes that change tags on links. They update the links' search index, so this module depends on links. */
export const tagManagementRoutes: readonly Route[] = [
  route(listLinksOfTag, { heavy: true }),
  route(updateTag),
  route(deleteTags),
  route(mergeTags),
  route(restoreTags),
]
