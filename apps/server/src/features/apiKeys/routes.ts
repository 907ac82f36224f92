import { type Route, route } from '../../calls/route.ts'
import { addKey, deleteKey, listKeys } from './keys.ts'
import { createConnectCode, exchangeConnectCode } from './connectCodes.ts'

export const keyRoutes: readonly Route[] = [
  route(addKey),
  route(listKeys),
  route(deleteKey),
  route(createConnectCode),
  route(exchangeConnectCode),
]
