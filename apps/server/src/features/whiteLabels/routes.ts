import * as contract from '@nestmark/contract/whiteLabels'
import { implement, type Route } from '../../calls/route.ts'
import { deleteWhiteLabel } from './deleteWhiteLabel.ts'
import { getWhiteLabel } from './getWhiteLabel.ts'
import { setWhiteLabel } from './setWhiteLabel.ts'
import { uploadLogo } from './uploadLogo.ts'

export const whiteLabelRoutes: readonly Route[] = [
  implement(contract.getWhiteLabel, getWhiteLabel),
  implement(contract.setWhiteLabel, setWhiteLabel),
  implement(contract.uploadLogo, uploadLogo),
  implement(contract.deleteWhiteLabel, deleteWhiteLabel),
]
