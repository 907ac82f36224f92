import { type Route, route } from '../../calls/route.ts'
import {
  countDuplicates,
  markDistinct,
  deleteDuplicateBroken,
  findDuplicates,
  mergeDuplicates,
} from './duplicates.ts'

export const duplicateRoutes: readonly Route[] = [
  route(findDuplicates, { heavy: true, longResponse: true, isOwn: true }),
  route(countDuplicates, { heavy: true, longResponse: true, isOwn: true }),
  route(deleteDuplicateBroken),
  route(mergeDuplicates),
  route(markDistinct),
]
