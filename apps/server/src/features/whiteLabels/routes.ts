import { type Route, route } from '../../calls/route.ts'
import { deleteWhiteLabel, getWhiteLabel, setWhiteLabel, uploadLogo } from './whiteLabels.ts'

export const whiteLabelRoutes: readonly Route[] = [
  route(getWhiteLabel),
  route(setWhiteLabel),
  route(uploadLogo),
  route(deleteWhiteLabel),
]
