import { type Route, route } from '../../calls/route.ts'
import { copyCollection } from './copyCollection.ts'

export const collectionCopyRoutes: readonly Route[] = [route(copyCollection)]
