import { type Route, route } from '../../calls/route.ts'
import { deleteDomain } from './deleteDomain.ts'
import { getDomain } from './getDomain.ts'
import { setDomain } from './setDomain.ts'
import { verifyDomain } from './verifyDomain.ts'

export const domainRoutes: readonly Route[] = [
  route(getDomain),
  route(setDomain),
  route(verifyDomain),
  route(deleteDomain),
]
