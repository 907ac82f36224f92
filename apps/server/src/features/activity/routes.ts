import { type Route, route } from '../../calls/route.ts'
import { listActivity } from './listActivity.ts'
import { undoActivity } from './undoActivity.ts'

export const activityRoutes: readonly Route[] = [route(listActivity, { heavy: true }), route(undoActivity)]
