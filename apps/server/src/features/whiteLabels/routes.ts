import { type Route, route } from '../../calls/route.ts'
import { deleteWhiteLabel } from './deleteWhiteLabel.ts'
import { getWhiteLabel } from './getWhiteLabel.ts'
import { setWhiteLabel } from './setWhiteLabel.ts'
import { uploadLogo } from './uploadLogo.ts'

export const whiteLabelRoutes: readonly Route[] = [
  route(getWhiteLabel),
  route(setWhiteLabel),
  route(uploadLogo),
  route(deleteWhiteLabel),
]
