import { type Route, route } from '../../calls/route.ts'
import { deleteWhiteLabel, getWhiteLabel, setWhiteLabel } from './whiteLabels.ts'
import { uploadLogo } from './uploadLogo.ts'

export const whiteLabelRoutes: readonly Route[] = [
  route(getWhiteLabel),
  route(setWhiteLabel),
  route(uploadLogo),
  route(deleteWhiteLabel),
]
