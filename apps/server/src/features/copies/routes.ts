import { type Route, route } from '../../calls/route.ts'
import { getCopy } from './getCopy.ts'
import { getReadingPlace } from './getReadingPlace.ts'
import { keepCollection } from './keepCollection.ts'
import { archivePage } from './archivePage.ts'
import { archivePageFile } from './archivePageFile.ts'
import { archivePageUpload } from './archivePageUpload.ts'
import { saveReadingPlace } from './saveReadingPlace.ts'
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
