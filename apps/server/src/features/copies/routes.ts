import { type Route, route } from '../../calls/route.ts'
import { getCopy } from './getCopy.ts'
import { getReadingPlace } from './reading/getReadingPlace.ts'
import { keepCollection } from './keepCollection.ts'
import { archivePage } from './archiving/archivePage.ts'
import { archivePageFile } from './archiving/archivePageFile.ts'
import { archivePageUpload } from './archiving/archivePageUpload.ts'
import { saveReadingPlace } from './reading/saveReadingPlace.ts'
import { updateKeepCopies } from './updateKeepCopies.ts'
import { updateLinkCopies } from './updateLinkCopies.ts'

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
