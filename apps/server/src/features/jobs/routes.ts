import { type Route, route } from '../../calls/route.ts'
import { cancelJob, jobStatus, listRunningJobs } from './jobs.ts'

export const jobRoutes: readonly Route[] = [route(jobStatus), route(cancelJob), route(listRunningJobs)]
