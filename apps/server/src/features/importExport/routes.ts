import * as feeds from '@nestmark/contract/feeds'
import * as contract from '@nestmark/contract/importExport'
import * as preview from '@nestmark/contract/importPreview'
import * as linkExport from '@nestmark/contract/linkExport'
import { implement, type Route } from '../../calls/route.ts'
import { countExport } from './countExport.ts'
import { exportBookmarks } from './exportBookmarks.ts'
import { exportFeeds } from './exportFeeds.ts'
import { exportLinks } from './exportLinks.ts'
import { importBookmarks } from './importBookmarks.ts'
import { listImports } from './listImports.ts'
import { previewImport } from './previewImport.ts'
import { startImport } from './startImport.ts'

export const importExportRoutes: readonly Route[] = [
  implement(contract.importBookmarks, importBookmarks),
  implement(preview.previewImport, previewImport),
  implement(preview.startImport, startImport),
  implement(contract.listImports, listImports),
  implement(contract.exportBookmarks, exportBookmarks),
  implement(linkExport.countExport, countExport, { heavy: true }),
  implement(linkExport.exportLinks, exportLinks),
  implement(feeds.exportFeeds, exportFeeds),
]
