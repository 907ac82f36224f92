import * as contract from '@nestmark/contract/copies'
import * as placeContract from '@nestmark/contract/readingPlace'
import { implement, type Route } from '../../calls/route.ts'
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
  implement(contract.getCopy, getCopy),
  implement(contract.archivePage, archivePage),
  implement(contract.archivePageFile, archivePageFile),
  implement(contract.archivePageUpload, archivePageUpload),
  implement(contract.keepCollection, keepCollection),
  implement(contract.updateKeepCopies, updateKeepCopies),
  implement(contract.updateLinkCopies, updateLinkCopies),
  implement(placeContract.getReadingPlace, getReadingPlace),
  implement(placeContract.saveReadingPlace, saveReadingPlace),
]
