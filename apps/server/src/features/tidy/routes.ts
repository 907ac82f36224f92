import { type Route, route } from '../../calls/route.ts'
import { dismissUntidyLinks } from './dismissUntidyLinks.ts'
import { listUntidyLinks } from './listUntidyLinks.ts'

export const tidyRoutes: readonly Route[] = [
  route(listUntidyLinks, { heavy: true, isOwn: true }),
  route(dismissUntidyLinks),
]
