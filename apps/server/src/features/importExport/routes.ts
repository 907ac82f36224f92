import * as jobs from '@nestmark/contract/jobs'
import * as contract from '@nestmark/contract/importExport'
import { implement, type Route } from '../../http/implement.ts'
import { exportBookmarks } from './exportBookmarks.ts'
import { cancelJob } from './cancelJob.ts'
import { jobStatus } from './jobStatus.ts'
import { listRunningJobs } from './listRunningJobs.ts'
import { importBookmarks } from './importBookmarks.ts'

export const transferRoutes: readonly Route[] = [
  implement(contract.importBookmarks, importBookmarks),
  implement(contract.exportBookmarks, exportBookmarks),
  implement(jobs.jobStatus, jobStatus),
  implement(jobs.cancelJob, cancelJob),
  implement(jobs.listRunningJobs, listRunningJobs),
]
