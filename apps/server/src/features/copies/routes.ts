import { type Route, route } from '../../calls/route.ts'
import { getCopy, updateKeepCopies, updateLinkCopies, archivePage } from './linkCopies.ts'
import { getReadingPlace, saveReadingPlace } from './reading/readingPlaces.ts'
import { keepCollection } from './keepCollection.ts'
import { archivePageFile } from './archiving/archivePageFile.ts'
import { archivePageUpload } from './archiving/archivePageUpload.ts'

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
