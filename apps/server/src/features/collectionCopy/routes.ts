import * as contract from '@nestmark/contract/collections'
import { implement, type Route } from '../../calls/route.ts'
import { copyCollection } from './copyCollection.ts'

export const collectionCopyRoutes: readonly Route[] = [implement(contract.copyCollection, copyCollection)]
