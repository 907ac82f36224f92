import { type Route, route } from '../../calls/route.ts'
import { countDuplicates } from './countDuplicates.ts'
import { deleteDuplicateBroken } from './deleteDuplicateBroken.ts'
import { findDuplicates } from './findDuplicates.ts'
import { markDistinct } from './markDistinct.ts'
import { mergeDuplicates } from './mergeDuplicates.ts'

export const duplicateRoutes: readonly Route[] = [
  route(findDuplicates, { heavy: true, longResponse: true, isOwn: true }),
  route(countDuplicates, { heavy: true, longResponse: true, isOwn: true }),
  route(deleteDuplicateBroken),
  route(mergeDuplicates),
  route(markDistinct),
]
