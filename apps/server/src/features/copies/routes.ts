import { type Route, route } from '../../calls/route.ts'
import { getCopy, updateKeepCopies, updateLinkCopies, archivePage, keepCollection } from './linkCopies.ts'
import { getReadingPlace, saveReadingPlace } from './reading/readingPlaces.ts'
import { archivePageFile, archivePageUpload } from './archiving/archivePageFile.ts'

export const copyRoutes: readonly Route[] = [
  route(getCopy),
  route(archivePage),
  route(archivePageFile),
  route(archivePageUpload),
  route(keepCollection),
  route(updateKeepCopies),
  route(updateLinkCopies),
  route(getReadingPlace),
  route(saveReadingPlace),
]
