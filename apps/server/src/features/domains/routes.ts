import { type Route, route } from '../../calls/route.ts'
import { deleteDomain, getDomain, setDomain } from './domains.ts'
import { verifyDomain } from './verifyDomain.ts'

export const domainRoutes: readonly Route[] = [
  route(getDomain),
  route(setDomain),
  route(verifyDomain),
  route(deleteDomain),
]
