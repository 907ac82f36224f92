import * as contract from '@nestmark/contract/activity'
import { implement, type Route } from '../../http/implement.ts'
import { readActivity } from './readActivity.ts'
import { undoActivity } from './undoActivity.ts'

export const activityRoutes: readonly Route[] = [
  implement(contract.getFolderActivity, readActivity, { heavy: true }),
  implement(contract.undoActivity, undoActivity),
]
