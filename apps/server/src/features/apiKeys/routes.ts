import * as contract from '@nestmark/contract/apiKeys'
import { implement, implementOpen, type Route } from '../../calls/route.ts'
import { addKey } from './addKey.ts'
import { createConnectCode } from './createConnectCode.ts'
import { deleteKey } from './deleteKey.ts'
import { exchangeConnectCode } from './exchangeConnectCode.ts'
import { listKeys } from './listKeys.ts'

export const keyRoutes: readonly Route[] = [
  implement(contract.addKey, addKey),
  implement(contract.listKeys, listKeys),
  implement(contract.deleteKey, deleteKey),
  implement(contract.createConnectCode, createConnectCode),
  implementOpen(contract.exchangeConnectCode, exchangeConnectCode),
]
