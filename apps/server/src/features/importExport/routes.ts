import { type Route, route } from '../../calls/route.ts'
import { countExport } from './export/countExport.ts'
import { exportBookmarks } from './export/exportBookmarks.ts'
import { exportFeeds } from './export/exportFeeds.ts'
import { exportLinks } from './export/exportLinks.ts'
import { importBookmarks } from './importBookmarks.ts'
import { listImports } from './listImports.ts'
import { previewImport } from './preview/previewImport.ts'
import { startImport } from './startImport.ts'

export const importExportRoutes: readonly Route[] = [
  route(importBookmarks),
  route(previewImport),
  route(startImport),
  route(listImports),
  route(exportBookmarks),
  route(countExport, { heavy: true }),
  route(exportLinks),
  route(exportFeeds),
]
