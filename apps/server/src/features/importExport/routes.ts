import { type Route, route } from '../../calls/route.ts'
import { countExport, exportLinks, exportFeeds, exportBookmarks } from './export/exportLinks.ts'
import { importBookmarks, listImports } from './importBookmarks.ts'
import { previewImport, startImport } from './preview/previewImport.ts'

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
