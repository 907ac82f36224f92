import { type Route, route } from '../../calls/route.ts'
import { listActivity, undoActivity } from './activity.ts'

export const activityRoutes: readonly Route[] = [route(listActivity, { heavy: true }), route(undoActivity)]
