import { type Route, route } from '../../calls/route.ts'
import { countExport } from './countExport.ts'
import { exportBookmarks } from './exportBookmarks.ts'
import { exportFeeds } from './exportFeeds.ts'
import { exportLinks } from './exportLinks.ts'
import { importBookmarks } from './importBookmarks.ts'
import { listImports } from './listImports.ts'
import { previewImport } from './previewImport.ts'
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
