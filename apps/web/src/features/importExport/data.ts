import { importTopics } from '@nestmark/contract/transfer/importPreview'
import { cancelJob, type Job } from '@nestmark/contract/jobs'
import { limits } from '@nestmark/core/limits'
import { exportBookmarks } from '@nestmark/contract/transfer/importExport'
import { transferTexts as texts } from '@nestmark/texts/transfer/importExport'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { client, Refusal } from '../../lib/api/client.ts'
import { followJob } from '../../lib/api/followJob.ts'
import { downloadFile } from '../../lib/api/files.ts'
import { refresh } from '../../lib/api/queryClient.ts'
import { showError } from '../../lib/api/showError.ts'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { stored } from '../../lib/browser/storage.ts'
import { toast } from '../../lib/toasts.ts'
import { currentImport, type ImportState } from './current.ts'

const pauses = { first: 500, longest: 8000, factor: 2 }
let watchedJob = ''

/** The number of folders from which the import proposes a new collection around them. */
export const manyFolders = 1000

/**
 * Follows an import that was started before this page was loaded or in another tab.
 * @param jobs the running and recently ended jobs of the user
 */
export function followImport(jobs: readonly Job[]): void {
  const known = stored.read<{ id: string; name: string }>('import')
  const imports = jobs.filter(job => job.kind === 'importBookmarks')
  const running = imports.find(job => job.state === 'queued' || job.state === 'running')
  const missed = imports.find(job => job.job === known?.id)
  if (running) void watchJob(running.job, running.job === known?.id ? known.name : '')
  // It ended while no page followed it.
  else if (missed) showResult(missed, known?.name ?? '')
  else if (known) stored.remove('import')
}

/** Follows an import; `currentImport` then has the progress and the result. */
export async function watchJob(id: string, name: string): Promise<void> {
  if (watchedJob === id) return
  watchedJob = id
  stored.write('import', { id, name })
  currentImport.set({ phase: 'running', name, id, job: null, stopping: false, isDisconnected: false })
  const isWatched = () => watchedJob === id
  const onProgress = (job: Job | null) => {
    updateImport(id, job ? { job, isDisconnected: false } : { isDisconnected: true })
    return job !== null
  }
  // Null also where the server refuses to tell about it.
  const ended = await followJob(id, pauses, onProgress, isWatched).catch(() => null)
  if (ended) return showResult(ended, name)
  stopWatching(id)
}

function updateImport(id: string, part: Partial<Extract<ImportState, { phase: 'running' }>>): void {
  currentImport.set(now => (now.phase === 'running' && now.id === id ? { ...now, ...part } : now))
}

function stopWatching(id: string): void {
  if (watchedJob === id) watchedJob = ''
  currentImport.set(now => (now.phase === 'running' && now.id === id ? { phase: 'none' } : now))
}

function showResult(job: Job, name: string): void {
  watchedJob = ''
  stored.remove('import')
  currentImport.set({ phase: 'ended', name, job })
  void refresh(importTopics)
  if (isPageOpen()) return
  const { report } = job
  toast({
    tone: job.state === 'failed' ? 'danger' : job.state === 'done' ? 'ok' : 'info',
    title: formatOutcome(job).title,
    line: report && hasAdded(job) ? texts.summary(report.links, report.folders) : formatOutcome(job).line,
    action: { label: texts.report, run: () => openOverlay('import', {}) },
    duration: 10_000,
  })
}

/** Returns whether an import added anything. */
export function hasAdded({ report }: Job): boolean {
  return (report?.links ?? 0) + (report?.folders ?? 0) > 0
}

/** Returns the message about an ended import. */
export function formatOutcome(job: Job): { title: string; line: string } {
  const { state, report, error } = job
  if (state === 'failed')
    return { title: texts.failed, line: [error, texts.failedLine].filter(Boolean).join(' ') }
  if (state !== 'done') return { title: texts.cancelled, line: texts.cancelledLine }
  if (!report || hasAdded(job) || report.noRoom || report.highlights) return { title: texts.done, line: '' }
  return {
    title: texts.nothingNew,
    line:
      job.done === 0
        ? texts.noBookmarks
        : (report.existing?.total ?? 0) >= job.done
          ? texts.nothingNewLine
          : '',
  }
}

/** Whether the page of the import shows its state. */
const isPageOpen = () => location.pathname === '/settings/import'

/** Stops the import at the end of its batch. */
export async function stopImport(): Promise<void> {
  const now = currentImport.get()
  if (now.phase !== 'running') return
  updateImport(now.id, { stopping: true })
  try {
    await client.call(cancelJob, { job: now.id })
  } catch (error) {
    updateImport(now.id, { stopping: false })
    showError(error)
  }
}

/** Discards the import state of the previous user. */
export function resetImport(): void {
  watchedJob = ''
  currentImport.set({ phase: 'none' })
}

/** Discards the result, so that another file can be imported. */
export function clearResult(): void {
  currentImport.set(now => (now.phase === 'ended' ? { phase: 'none' } : now))
}

/**
 * Exports the library and saves the file through the browser. Unmounting stops it, so that no file is saved after
 * the dialog was closed.
 */
export function useExport(onSuccess: () => void) {
  const running = useRef<{ controller: AbortController; since: number } | null>(null)
  useEffect(() => () => stopExport(running.current), [])
  return useMutation<void, Refusal>({
    mutationFn: async () => {
      const controller = new AbortController()
      running.current = { controller, since: performance.now() }
      try {
        await downloadFile(exportBookmarks, texts.exportFile, controller.signal)
      } finally {
        running.current = null
      }
    },
    meta: { quiet: true },
    onSuccess,
  })
}

function stopExport(running: { controller: AbortController; since: number } | null): void {
  if (!running) return
  running.controller.abort()
  const left = limits.exportPause - (performance.now() - running.since) / 1000
  const line = `${texts.nothingSaved} ${texts.exportAgain(left)}`
  toast({ tone: 'info', title: texts.exportStopped, line, duration: 8000 })
}
