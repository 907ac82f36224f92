import * as contract from '@nestmark/contract/importExport'
import { implement, type Route } from '../../http/implement.ts'
import { exportBookmarks } from './exportBookmarks.ts'
import { importBookmarks } from './importBookmarks.ts'
import { listImports } from './listImports.ts'

export const importExportRoutes: readonly Route[] = [
  implement(contract.importBookmarks, importBookmarks),
  implement(contract.listImports, listImports),
  implement(contract.exportBookmarks, exportBookmarks),
]
