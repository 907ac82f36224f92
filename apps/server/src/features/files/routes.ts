import { type Route, route } from '../../calls/route.ts'
import { cancelUpload } from './cancelUpload.ts'
import { downloadUrl } from './downloadUrl.ts'
import { finishUpload } from './finishUpload.ts'
import { getUpload } from './getUpload.ts'
import { readFilesAgain } from './readFilesAgain.ts'
import { startUpload } from './startUpload.ts'
import { uploadTarget } from './uploadTarget.ts'

export const fileRoutes: readonly Route[] = [
  route(uploadTarget),
  route(startUpload),
  route(getUpload),
  route(finishUpload),
  route(cancelUpload),
  route(readFilesAgain),
  route(downloadUrl),
]
