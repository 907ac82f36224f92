import * as contract from '@nestmark/contract/duplicates'
import { implement, type Route } from '../../calls/route.ts'
import { countDuplicates } from './countDuplicates.ts'
import { deleteDuplicateBroken } from './deleteDuplicateBroken.ts'
import { findDuplicates } from './findDuplicates.ts'
import { markDistinct } from './markDistinct.ts'
import { mergeDuplicates } from './mergeDuplicates.ts'

export const duplicateRoutes: readonly Route[] = [
  implement(contract.findDuplicates, findDuplicates, { heavy: true, longResponse: true, isOwn: true }),
  implement(contract.countDuplicates, countDuplicates, { heavy: true, longResponse: true, isOwn: true }),
  implement(contract.deleteDuplicateBroken, deleteDuplicateBroken),
  implement(contract.mergeDuplicates, mergeDuplicates),
  implement(contract.markDistinct, markDistinct),
]
