import { assertDefined } from '@nestmark/core/assertDefined'
import { lowerPriority } from './concurrency/threadPriority.ts'
import { databaseKinds } from './databaseJobs.ts'
import { isSlotWanted } from './jobs/claim.ts'
import { listQueues } from './jobs/queues.ts'
import { serveJobs } from './jobs/serveJobs.ts'

/** The program of the thread that runs long jobs on SQLite. */

lowerPriority('background')
serveJobs(services => {
  const { db, now } = services
  const queues = listQueues(databaseKinds(services))
  return async (job, signal) => {
    const { kind, perKey } = assertDefined(
      queues.find(each => each.queue === job.queue),
      job.queue,
    )
    const slot = { isWanted: () => isSlotWanted(db.read, { queue: job.queue, perKey }, job, now()) }
    return (await kind.run(job, signal, slot)) ?? { state: 'done' }
  }
})
