import * as copiesContract from '@nestmark/contract/copies'
import * as contract from '@nestmark/contract/storage'
import { implement, type Route } from '../../calls/route.ts'
import { dropCopy } from './dropCopy.ts'
import { getStorageDetails } from './getStorageDetails.ts'
import { listStoredLinks } from './listStoredLinks.ts'
import { removeStoredFiles } from './removeStoredFiles.ts'
import { restoreCopy } from './restoreCopy.ts'
import { restoreStoredFiles } from './restoreStoredFiles.ts'

export const storageRoutes: readonly Route[] = [
  implement(copiesContract.dropCopy, dropCopy),
  implement(copiesContract.restoreCopy, restoreCopy),
  implement(contract.getStorageDetails, getStorageDetails, { heavy: true }),
  implement(contract.listStoredLinks, listStoredLinks, { heavy: true }),
  implement(contract.removeStoredFiles, removeStoredFiles),
  implement(contract.restoreStoredFiles, restoreStoredFiles),
]
