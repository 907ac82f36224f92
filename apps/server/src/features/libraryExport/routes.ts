import * as contract from '@nestmark/contract/libraryExport'
import * as linkExport from '@nestmark/contract/linkExport'
import { implement, type Route } from '../../calls/route.ts'
import { exportEpub } from './exportEpub.ts'
import { exportLibrary } from './exportLibrary.ts'
import { getExportSize } from './getExportSize.ts'
import { getLibraryExport } from './getLibraryExport.ts'
import { stopLibraryExport } from './stopLibraryExport.ts'

export const libraryExportRoutes: readonly Route[] = [
  implement(contract.getExportSize, getExportSize, { heavy: true }),
  implement(contract.exportLibrary, exportLibrary),
  implement(contract.getLibraryExport, getLibraryExport),
  implement(contract.stopLibraryExport, stopLibraryExport),
  implement(linkExport.exportEpub, exportEpub),
]
