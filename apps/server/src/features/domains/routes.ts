import { type Route, route } from '../../calls/route.ts'
import { deleteDomain, getDomain, setDomain, verifyDomain } from './domains.ts'

export const domainRoutes: readonly Route[] = [
  route(getDomain),
  route(setDomain),
  route(verifyDomain),
  route(deleteDomain),
]
