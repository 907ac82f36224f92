import { type Route, route } from '../../calls/route.ts'
import { cancelJob } from './cancelJob.ts'
import { jobStatus } from './jobStatus.ts'
import { listRunningJobs } from './listRunningJobs.ts'

export const jobRoutes: readonly Route[] = [route(jobStatus), route(cancelJob), route(listRunningJobs)]
