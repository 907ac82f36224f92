import * as contract from '@nestmark/contract/libraryExport'
import { implement, type Route } from '../../http/implement.ts'
import { exportLibrary } from './exportLibrary.ts'
import { getExportSize } from './getExportSize.ts'
import { getLibraryExport } from './getLibraryExport.ts'
import { stopLibraryExport } from './stopLibraryExport.ts'

export const libraryExportRoutes: readonly Route[] = [
  implement(contract.getExportSize, getExportSize, { heavy: true }),
  implement(contract.exportLibrary, exportLibrary),
  implement(contract.getLibraryExport, getLibraryExport),
  implement(contract.stopLibraryExport, stopLibraryExport),
]
