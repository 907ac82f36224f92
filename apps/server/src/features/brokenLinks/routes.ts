import * as contract from '@nestmark/contract/brokenLinks'
import { implement, type Route } from '../../calls/route.ts'
import { checkLink } from './checkLink.ts'
import { checkLinkStatus } from './checkLinkStatus.ts'
import { getBrokenLinks } from './getBrokenLinks.ts'
import { getLinkCheck } from './getLinkCheck.ts'
import { ignoreBrokenLinks } from './ignoreBrokenLinks.ts'
import { setCheckSchedule } from './setCheckSchedule.ts'
import { updateAddresses } from './updateAddresses.ts'

export const brokenLinkRoutes: readonly Route[] = [
  implement(contract.checkLinkStatus, checkLinkStatus),
  implement(contract.getBrokenLinks, getBrokenLinks, { heavy: true }),
  implement(contract.getLinkCheck, getLinkCheck),
  implement(contract.setCheckSchedule, setCheckSchedule),
  implement(contract.checkLink, checkLink),
  implement(contract.ignoreBrokenLinks, ignoreBrokenLinks),
  implement(contract.updateAddresses, updateAddresses),
]
