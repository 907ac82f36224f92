import { type Route, route } from '../../calls/route.ts'
import { addKey, deleteKey, listKeys, createConnectCode, exchangeConnectCode } from './keys.ts'

export const keyRoutes: readonly Route[] = [
  route(addKey),
  route(listKeys),
  route(deleteKey),
  route(createConnectCode),
  route(exchangeConnectCode),
]
