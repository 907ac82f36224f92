import { type Route, route } from '../../calls/route.ts'
import { dropCopy, removeStoredFiles } from './removeStoredFiles.ts'
import { getStorageDetails } from './getStorageDetails.ts'
import { listStoredLinks } from './listStoredLinks.ts'
import { restoreCopy, restoreStoredFiles } from './restoring.ts'

export const storageRoutes: readonly Route[] = [
  route(dropCopy),
  route(restoreCopy),
  route(getStorageDetails, { heavy: true }),
  route(listStoredLinks, { heavy: true }),
  route(removeStoredFiles),
  route(restoreStoredFiles),
]
