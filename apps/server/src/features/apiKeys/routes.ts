import { type Route, route } from '../../calls/route.ts'
import { addKey } from './addKey.ts'
import { createConnectCode } from './createConnectCode.ts'
import { deleteKey } from './deleteKey.ts'
import { exchangeConnectCode } from './exchangeConnectCode.ts'
import { listKeys } from './listKeys.ts'

export const keyRoutes: readonly Route[] = [
  route(addKey),
  route(listKeys),
  route(deleteKey),
  route(createConnectCode),
  route(exchangeConnectCode),
]
