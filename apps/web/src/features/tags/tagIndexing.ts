import type { Job } from '@nestmark/contract/jobs'
import { tagsTexts as texts } from '@nestmark/texts/collections/tags'
import { followJob } from '../../lib/api/followJob.ts'
import { refresh } from '../../lib/api/queryClient.ts'
import { createStore } from '../../lib/store.ts'
import { toast } from '../../lib/toasts.ts'

/** The progress of the last job that updates the search index after a tag change; null when none runs. */
export const tagIndexing = createStore<{ id: string; done: number; total: number } | null>(null)

const pauses = { first: 500, longest: 8000, factor: 2 }

/** Polls the job that updates the search index after a change of tags with many links. A toast reports its end. */
export function trackTagIndexing(job: string | undefined): void {
  if (job) void pollJob(job)
}

async function pollJob(id: string): Promise<void> {
  tagIndexing.set({ id, done: 0, total: 0 })
  const isCurrent = () => tagIndexing.get()?.id === id
  const onProgress = (job: Job | null) => {
    if (job && isCurrent()) tagIndexing.set({ id, done: job.done, total: job.total })
    return job !== null
  }
  const job = await followJob(id, pauses, onProgress, isCurrent).catch(() => null)
  if (job) finish(id, job)
  else clearProgress(id)
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
