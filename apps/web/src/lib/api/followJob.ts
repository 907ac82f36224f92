import { type Job, jobStatus } from '@nestmark/contract/jobs'
import { token } from '../browser/token.ts'
import { client, Refusal } from './client.ts'

/**
 * Follows a job until it has ended. Without a connection it goes on asking.
 * @param pauses between two questions, in milliseconds: the first one, and the longest one, by a growing factor
 * @param onProgress receives the running job; null where no answer came. The pause is the first one again where it returns true.
 * @returns null where another session began, or `isWanted` is false
 * @throws Refusal of the server
 */
export async function followJob(
  id: string,
  pauses: { first: number; longest: number; factor: number },
  onProgress: (job: Job | null) => unknown = () => undefined,
  isWanted: () => boolean = () => true,
): Promise<Job | null> {
  const bearer = token.get()
  for (let pause = pauses.first; isWanted();) {
    await new Promise(resolve => setTimeout(resolve, pause))
    if (token.get() !== bearer) return null
    pause = Math.min(pauses.longest, pause * pauses.factor)
    const job = await client.call(jobStatus, { job: id }).catch((error: unknown) => {
      const isRefused = error instanceof Refusal && error.status >= 400 && error.status < 500
      if (isRefused && error.status !== 429) throw error
      return null
    })
    if (job && job.state !== 'queued' && job.state !== 'running') return job
    if (onProgress(job) === true) pause = pauses.first
  }
  return null
}
