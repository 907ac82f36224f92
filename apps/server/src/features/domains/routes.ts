import * as contract from '@nestmark/contract/domains'
import { implement, type Route } from '../../calls/route.ts'
import { deleteDomain } from './deleteDomain.ts'
import { getDomain } from './getDomain.ts'
import { setDomain } from './setDomain.ts'
import { verifyDomain } from './verifyDomain.ts'

export const domainRoutes: readonly Route[] = [
  implement(contract.getDomain, getDomain),
  implement(contract.setDomain, setDomain),
  implement(contract.verifyDomain, verifyDomain),
  implement(contract.deleteDomain, deleteDomain),
]
