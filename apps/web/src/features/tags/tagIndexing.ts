import { type Job, jobStatus } from '@nestmark/contract/jobs'
import { tagsTexts as texts } from '@nestmark/texts/tags'
import { client, Refusal } from '../../lib/api/client.ts'
import { refresh } from '../../lib/api/queryClient.ts'
import { createStore } from '../../lib/store.ts'
import { toast } from '../../lib/toasts.ts'
import { token } from '../../lib/token.ts'

/** The progress of the last job that updates the search index after a tag change; null when none runs. */
export const following = createStore<{ id: string; done: number; total: number } | null>(null)

const poll = 500
const longestPause = 8000

/** Polls the job that updates the search index after a change of tags with many links. A toast reports its end. */
export function followInSearch(job: string | undefined): void {
  if (job) void watch(job)
}

async function watch(id: string): Promise<void> {
  following.set({ id, done: 0, total: 0 })
  const bearer = token.get()
  for (let pause = poll; following.get()?.id === id;) {
    await new Promise(go => setTimeout(go, pause))
    // Another user is signed in now.
    if (token.get() !== bearer) return leave(id)
    try {
      const job = await client.call(jobStatus, { job: id })
      if (job.state !== 'queued' && job.state !== 'running') return ended(id, job)
      following.set(now => (now?.id === id ? { id, done: job.done, total: job.total } : now))
      pause = poll
    } catch (error) {
      if (error instanceof Refusal && error.status >= 400 && error.status < 500 && error.status !== 429)
        return leave(id)
      pause = Math.min(longestPause, pause * 2)
    }
  }
}

function leave(id: string): void {
  following.set(now => (now?.id === id ? null : now))
}

function ended(id: string, job: Job): void {
  if (following.get()?.id !== id) return
  leave(id)
  void refresh(['links'])
  if (job.state === 'done') toast({ title: texts.followed })
  else toast({ tone: 'danger', title: texts.notFollowed, duration: 8000 })
}
