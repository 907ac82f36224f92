import * as contract from '@nestmark/contract/activity'
import { implement, type Route } from '../../calls/route.ts'
import { listActivity } from './listActivity.ts'
import { undoActivity } from './undoActivity.ts'

export const activityRoutes: readonly Route[] = [
  implement(contract.listActivity, listActivity, { heavy: true }),
  implement(contract.undoActivity, undoActivity),
]
