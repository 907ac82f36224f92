import { cancelJob as cancelContract, jobStatus, runningJobs } from '@nestmark/contract/jobs'
import * as contract from '@nestmark/contract/importExport'
import { implement, type Route } from '../../http/implement.ts'
import { exportBookmarks } from './exportBookmarks.ts'
import { cancelJob, readJob, readRunning } from './jobStatus.ts'
import { startImport } from './startImport.ts'

export const transferRoutes: readonly Route[] = [
  implement(contract.importBookmarks, startImport),
  implement(contract.exportBookmarks, exportBookmarks),
  implement(jobStatus, readJob),
  implement(cancelContract, cancelJob),
  implement(runningJobs, readRunning),
]
