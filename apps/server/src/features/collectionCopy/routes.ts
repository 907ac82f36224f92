import * as contract from '@nestmark/contract/collections'
import { implement, type Route } from '../../http/implement.ts'
import { copyCollection } from './copyCollection.ts'

export const collectionCopyRoutes: readonly Route[] = [implement(contract.copyCollection, copyCollection)]
