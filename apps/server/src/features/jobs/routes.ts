import * as contract from '@nestmark/contract/jobs'
import { implement, type Route } from '../../calls/route.ts'
import { cancelJob } from './cancelJob.ts'
import { jobStatus } from './jobStatus.ts'
import { listRunningJobs } from './listRunningJobs.ts'

export const jobRoutes: readonly Route[] = [
  implement(contract.jobStatus, jobStatus),
  implement(contract.cancelJob, cancelJob),
  implement(contract.listRunningJobs, listRunningJobs),
]
