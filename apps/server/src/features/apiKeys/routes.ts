import { type Route, route } from '../../calls/route.ts'
import { addKey } from './addKey.ts'
import { createConnectCode } from './createConnectCode.ts'
import { deleteKey, listKeys } from './keys.ts'
import { exchangeConnectCode } from './exchangeConnectCode.ts'

export const keyRoutes: readonly Route[] = [
  route(addKey),
  route(listKeys),
  route(deleteKey),
  route(createConnectCode),
  route(exchangeConnectCode),
]
