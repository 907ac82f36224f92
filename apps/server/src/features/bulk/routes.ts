import { type Route, route } from '../../calls/route.ts'
import { undo } from './undo.ts'

export const bulkRoutes: readonly Route[] = [route(undo)]
