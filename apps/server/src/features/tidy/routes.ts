import { type Route, route } from '../../calls/route.ts'
import { dismissUntidyLinks, listUntidyLinks } from './untidyLinks.ts'

export const tidyRoutes: readonly Route[] = [
  route(listUntidyLinks, { heavy: true, isOwn: true }),
  route(dismissUntidyLinks),
]
