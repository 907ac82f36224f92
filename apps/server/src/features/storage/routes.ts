import { type Route, route } from '../../calls/route.ts'
import { dropCopy, removeStoredFiles, restoreCopy, restoreStoredFiles } from './storedFiles.ts'
import { getStorageDetails } from './getStorageDetails.ts'
import { listStoredLinks } from './listStoredLinks.ts'

export const storageRoutes: readonly Route[] = [
  route(dropCopy),
  route(restoreCopy),
  route(getStorageDetails, { heavy: true }),
  route(listStoredLinks, { heavy: true }),
  route(removeStoredFiles),
  route(restoreStoredFiles),
]
