import { parentPort } from 'node:worker_threads'
import { assertDefined } from '@nestmark/core/assertDefined'
import { endOnRequest } from '../../concurrency/threads.ts'

/** Answers the jobs of a `Thread` in the calling thread, one after the other. A job that fails has no result. */
export function answerJobs<Job>(run: (job: Job) => unknown): void {
  const port = assertDefined(parentPort, 'parentPort')
  endOnRequest(port)
  port.on('message', (job: Job) => {
    try {
      port.postMessage({ result: run(job) }, [])
    } catch {
      port.postMessage({}, [])
    }
  })
}
