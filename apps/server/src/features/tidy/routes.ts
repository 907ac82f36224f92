import * as contract from '@nestmark/contract/tidy'
import { implement, type Route } from '../../calls/route.ts'
import { dismissUntidyLinks } from './dismissUntidyLinks.ts'
import { listUntidyLinks } from './listUntidyLinks.ts'

export const tidyRoutes: readonly Route[] = [
  implement(contract.listUntidyLinks, listUntidyLinks, { heavy: true, isOwn: true }),
  implement(contract.dismissUntidyLinks, dismissUntidyLinks),
]
