import { type Route, route } from '../../calls/route.ts'
import { checkLink, getBrokenLinks } from './checkLink.ts'
import {
  checkLinkStatus,
  getLinkCheck,
  setCheckSchedule,
  ignoreBrokenLinks,
  updateAddresses,
} from './linkChecks.ts'

export const brokenLinkRoutes: readonly Route[] = [
  route(checkLinkStatus),
  route(getBrokenLinks, { heavy: true }),
  route(getLinkCheck),
  route(setCheckSchedule),
  route(checkLink),
  route(ignoreBrokenLinks),
  route(updateAddresses),
]
