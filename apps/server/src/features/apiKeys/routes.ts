import * as contract from '@nestmark/contract/apiKeys'
import { implement, type Route } from '../../http/implement.ts'
import { addKey } from './addKey.ts'
import { deleteKey } from './deleteKey.ts'
import { listKeys } from './listKeys.ts'

export const keyRoutes: readonly Route[] = [
  implement(contract.addKey, addKey),
  implement(contract.listKeys, listKeys),
  implement(contract.deleteKey, deleteKey),
]
