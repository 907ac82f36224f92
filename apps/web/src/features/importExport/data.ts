import type { Topic } from '@nestmark/contract/operation'
import { cancelJob, type Job, jobStatus, runningJobs } from '@nestmark/contract/jobs'
import { exportBookmarks, importBookmarks } from '@nestmark/contract/importExport'
import { transferTexts as texts } from '@nestmark/texts/importExport'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { client, Refusal, formatError } from '../../lib/api/client.ts'
import { downloadFile, uploadFile } from '../../lib/api/files.ts'
import { refresh } from '../../lib/api/queryClient.ts'
import { openOverlay, overlays } from '../../lib/overlay.ts'
import { stored } from '../../lib/storage.ts'
import { toast } from '../../lib/toasts.ts'
import { token } from '../../lib/token.ts'
import { currentImport, type Import } from './current.ts'

const poll = 500
const longestPause = 8000
const touched: readonly Topic[] = ['links', 'collections', 'tags', 'favourites', 'profile', 'jobs']
let sending: AbortController | null = null
let watched = ''

/** Sends a bookmark file; what follows is told by `currentImport`. */
export async function startImport(file: File, parent: string | null): Promise<void> {
  const form = new FormData()
  form.append('type', 'html')
  if (parent) form.append('parent', parent)
  form.append('file', file, file.name)
  sending = new AbortController()
  currentImport.set({ phase: 'sending', name: file.name, share: 0 })
  try {
    const { job } = await uploadFile(importBookmarks, form, {
      signal: sending.signal,
      onProgress: share => currentImport.set({ phase: 'sending', name: file.name, share }),
    })
    void watch(job, file.name)
  } catch (error) {
    if (error instanceof DOMException) currentImport.set({ phase: 'none' })
    else if (error instanceof Refusal && error.code === 'transfer.alreadyRunning')
      followImport(await client.call(runningJobs, {}))
    else refused(file.name, error)
  }
}

function refused(name: string, error: unknown): void {
  const cutOff = error instanceof Refusal && error.code === 'network'
  const sentence = `${name}: ${cutOff ? texts.cutOff : formatError(error)}`
  currentImport.set({ phase: 'refused', sentence })
  if (!inDialog()) toast({ tone: 'danger', title: texts.failed, line: sentence, duration: 8000 })
}

/**
 * Goes on watching an import that was begun before this page was loaded, or in another tab.
 * @param jobs those of the person that run, or ended a short while ago
 */
export function followImport(jobs: readonly Job[]): void {
  const known = stored.read<{ id: string; name: string }>('import')
  const imports = jobs.filter(job => job.kind === 'importBookmarks')
  const running = imports.find(job => job.state === 'queued' || job.state === 'running')
  const missed = imports.find(job => job.job === known?.id)
  if (running) void watch(running.job, running.job === known?.id ? known.name : '')
  // It ended while nobody was looking.
  else if (missed) ended(missed, known?.name ?? '')
  else if (known) stored.remove('import')
}

async function watch(id: string, name: string): Promise<void> {
  if (watched === id) return
  watched = id
  stored.write('import', { id, name })
  currentImport.set({ phase: 'running', name, id, job: null, stopping: false, lost: false })
  const bearer = token.get()
  for (let pause = poll; watched === id;) {
    await new Promise(go => setTimeout(go, pause))
    // Somebody else is signed in by now.
    if (token.get() !== bearer) break
    try {
      const job = await client.call(jobStatus, { job: id })
      if (job.state !== 'queued' && job.state !== 'running') return ended(job, name)
      change(id, { job, lost: false })
      pause = poll
    } catch (error) {
      if (error instanceof Refusal && error.status >= 400 && error.status < 500 && error.status !== 429)
        return forget(id)
      change(id, { lost: true })
      pause = Math.min(longestPause, pause * 2)
    }
  }
  forget(id)
}

function change(id: string, part: Partial<Extract<Import, { phase: 'running' }>>): void {
  currentImport.set(now => (now.phase === 'running' && now.id === id ? { ...now, ...part } : now))
}

function forget(id: string): void {
  if (watched === id) watched = ''
  currentImport.set(now => (now.phase === 'running' && now.id === id ? { phase: 'none' } : now))
}

function ended(job: Job, name: string): void {
  watched = ''
  stored.remove('import')
  currentImport.set({ phase: 'ended', name, job })
  void refresh(touched)
  if (inDialog()) return
  const { report } = job
  toast({
    tone: job.state === 'failed' ? 'danger' : job.state === 'done' ? 'ok' : 'info',
    title: job.state === 'done' ? texts.done : job.state === 'failed' ? texts.failed : texts.cancelled,
    line: report ? texts.summary(report.links, report.folders) : job.error,
    action: { label: texts.report, run: () => openOverlay('import', {}) },
    duration: 10_000,
  })
}

const inDialog = () => overlays.get().some(open => open.name === 'import')

/** Stops the sending, or the job at the end of its batch. */
export async function stopImport(): Promise<void> {
  const now = currentImport.get()
  if (now.phase === 'sending') sending?.abort()
  if (now.phase !== 'running') return
  change(now.id, { stopping: true })
  try {
    await client.call(cancelJob, { job: now.id })
  } catch (error) {
    change(now.id, { stopping: false })
    toast({ tone: 'danger', title: formatError(error) })
  }
}

/** Somebody else is here now: nothing of the last person's import is shown. */
export function leaveImport(): void {
  watched = ''
  sending?.abort()
  currentImport.set({ phase: 'none' })
}

/** The report was read: the next file may come. */
export function clearImport(): void {
  currentImport.set(now => (now.phase === 'ended' || now.phase === 'refused' ? { phase: 'none' } : now))
}

/**
 * Writes the whole library into a file and hands it to the browser. Whoever leaves stops it: a file that comes
 * half a minute after 'Cancel' is a file that nobody asked for.
 */
export function useExport(onSuccess: () => void) {
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => stopExport(running.current), [])
  return useMutation<void, Refusal>({
    mutationFn: async () => {
      const stop = new AbortController()
      running.current = stop
      try {
        await downloadFile(exportBookmarks, texts.exportFile, stop.signal)
      } finally {
        running.current = null
      }
    },
    meta: { quiet: true },
    onSuccess,
  })
}

function stopExport(running: AbortController | null): void {
  if (!running) return
  running.abort()
  toast({ tone: 'info', title: texts.exportStopped, line: texts.exportAgain, duration: 8000 })
}
