import * as contract from '@nestmark/contract/copies'
import * as placeContract from '@nestmark/contract/readingPlace'
import { implement, type Route } from '../../http/implement.ts'
import { getCopy } from './getCopy.ts'
import { getReadingPlace } from './getReadingPlace.ts'
import { keepCollection } from './keepCollection.ts'
import { keepPage } from './keepPage.ts'
import { keepPageFile } from './keepPageFile.ts'
import { keepPageUpload } from './keepPageUpload.ts'
import { saveReadingPlace } from './saveReadingPlace.ts'
import { updateKeepCopies } from './updateKeepCopies.ts'
import { updateLinkCopies } from './updateLinkCopies.ts'

export const copyRoutes: readonly Route[] = [
  implement(contract.getCopy, getCopy),
  implement(contract.keepPage, keepPage),
  implement(contract.keepPageFile, keepPageFile),
  implement(contract.keepPageUpload, keepPageUpload),
  implement(contract.keepCollection, keepCollection),
  implement(contract.updateKeepCopies, updateKeepCopies),
  implement(contract.updateLinkCopies, updateLinkCopies),
  implement(placeContract.getReadingPlace, getReadingPlace),
  implement(placeContract.saveReadingPlace, saveReadingPlace),
]
