import { type Route, route } from '../../calls/route.ts'
import { exportEpub } from './epub/exportEpub.ts'
import { exportLibrary, getExportSize, getLibraryExport, stopLibraryExport } from './libraryExports.ts'

export const libraryExportRoutes: readonly Route[] = [
  route(getExportSize, { heavy: true }),
  route(exportLibrary),
  route(getLibraryExport),
  route(stopLibraryExport),
  route(exportEpub),
]
