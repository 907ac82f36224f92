import { type Job, jobStatus } from '@nestmark/contract/jobs'
import { tagsTexts as texts } from '@nestmark/texts/collections/tags'
import { client, Refusal } from '../../lib/api/client.ts'
import { refresh } from '../../lib/api/queryClient.ts'
import { createStore } from '../../lib/store.ts'
import { toast } from '../../lib/toasts.ts'
import { token } from '../../lib/browser/token.ts'

/** The progress of the last job that updates the search index after a tag change; null when none runs. */
export const tagIndexing = createStore<{ id: string; done: number; total: number } | null>(null)

const minInterval = 500
const maxInterval = 8000

/** Polls the job that updates the search index after a change of tags with many links. A toast reports its end. */
export function trackTagIndexing(job: string | undefined): void {
  if (job) void pollJob(job)
}

async function pollJob(id: string): Promise<void> {
  tagIndexing.set({ id, done: 0, total: 0 })
  const startToken = token.get()
  for (let interval = minInterval; tagIndexing.get()?.id === id;) {
    await new Promise(resolve => setTimeout(resolve, interval))
    // Another user is signed in now.
    if (token.get() !== startToken) return clearProgress(id)
    try {
      const job = await client.call(jobStatus, { job: id })
      if (job.state !== 'queued' && job.state !== 'running') return finish(id, job)
      tagIndexing.set(current => (current?.id === id ? { id, done: job.done, total: job.total } : current))
      interval = minInterval
    } catch (error) {
      if (error instanceof Refusal && error.status >= 400 && error.status < 500 && error.status !== 429)
        return clearProgress(id)
      interval = Math.min(maxInterval, interval * 2)
    }
  }
}

function clearProgress(id: string): void {
  tagIndexing.set(current => (current?.id === id ? null : current))
}

function finish(id: string, job: Job): void {
  if (tagIndexing.get()?.id !== id) return
  clearProgress(id)
  void refresh(['links'])
  if (job.state === 'done') toast({ title: texts.followed })
  else toast({ tone: 'danger', title: texts.notFollowed, duration: 8000 })
}
