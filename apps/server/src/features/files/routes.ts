import * as contract from '@nestmark/contract/files'
import { implement, implementOpen, type Route } from '../../calls/route.ts'
import { cancelUpload } from './cancelUpload.ts'
import { downloadUrl } from './downloadUrl.ts'
import { finishUpload } from './finishUpload.ts'
import { getUpload } from './getUpload.ts'
import { readFilesAgain } from './readFilesAgain.ts'
import { startUpload } from './startUpload.ts'
import { uploadTarget } from './uploadTarget.ts'

export const fileRoutes: readonly Route[] = [
  implement(contract.uploadTarget, uploadTarget),
  implement(contract.startUpload, startUpload),
  implement(contract.getUpload, getUpload),
  implement(contract.finishUpload, finishUpload),
  implement(contract.cancelUpload, cancelUpload),
  implement(contract.readFilesAgain, readFilesAgain),
  implementOpen(contract.downloadUrl, downloadUrl),
]
