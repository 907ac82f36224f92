import { type Route, route } from '../../calls/route.ts'
import { downloadUrl } from './serving/downloadUrl.ts'
import { finishUpload } from './receiving/finishUpload.ts'
import { cancelUpload, getUpload } from './receiving/ownUploads.ts'
import { readFilesAgain } from './reading/readFilesAgain.ts'
import { startUpload } from './receiving/startUpload.ts'
import { uploadTarget } from './receiving/uploadTarget.ts'

export const fileRoutes: readonly Route[] = [
  route(uploadTarget),
  route(startUpload),
  route(getUpload),
  route(finishUpload),
  route(cancelUpload),
  route(readFilesAgain),
  route(downloadUrl),
]
