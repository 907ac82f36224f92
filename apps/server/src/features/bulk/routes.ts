import * as contract from '@nestmark/contract/jobs'
import { implement, type Route } from '../../calls/route.ts'
import { undo } from './undo.ts'

export const bulkRoutes: readonly Route[] = [implement(contract.undo, undo)]
