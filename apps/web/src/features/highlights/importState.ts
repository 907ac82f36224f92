import { type HighlightReport, importHighlights } from '@nestmark/contract/reading/highlights'
import { cancelJob, type Job } from '@nestmark/contract/jobs'
import { limits } from '@nestmark/core/limits'
import { highlightTexts as texts } from '@nestmark/texts/reading/highlights'
import { client, formatError } from '../../lib/api/client.ts'
import { followJob } from '../../lib/api/followJob.ts'
import { uploadFile } from '../../lib/api/files.ts'
import { refresh } from '../../lib/api/queryClient.ts'
import { showError } from '../../lib/api/showError.ts'
import { overlays } from '../../lib/overlays/overlay.ts'
import { createStore } from '../../lib/store.ts'
import { toast } from '../../lib/toasts.ts'
import { undoAction } from '../../lib/undo/actions.ts'

/** The state of the import of highlights in this tab. */
export type ImportState =
  | { phase: 'none' }
  | { phase: 'sending'; name: string; fraction: number }
  | { phase: 'running'; name: string; job: string; isStopping: boolean }
  | { phase: 'refused'; name: string; message: string }
  | { phase: 'ended'; name: string; job: string; report: HighlightReport | null; isStopped: boolean }

export const importState = createStore<ImportState>({ phase: 'none' })

const pauses = { first: 400, longest: 4000, factor: 1.4 }
let upload: AbortController | null = null

/** Returns why a file cannot be an export of Diigo; undefined where it can. The server reads it. */
export function checkFile({ name, size, type }: Pick<File, 'name' | 'size' | 'type'>): string | undefined {
  if (!/\.(xml|rss)$/i.test(name) && !/\b(xml|rss)\b/.test(type)) return texts.notXml
  return size > limits.highlightFileBytes ? texts.tooLarge : undefined
}

/** Imports the RSS export of Diigo. Closing the dialog does not stop it: a toast then shows that it has ended. */
export async function startImport(file: File): Promise<void> {
  const { name } = file
  const problem = checkFile(file)
  if (problem !== undefined) return importState.set({ phase: 'refused', name, message: problem })
  const form = new FormData()
  form.append('file', file, name)
  upload = new AbortController()
  importState.set({ phase: 'sending', name, fraction: 0 })
  try {
    const { job } = await uploadFile(importHighlights, form, {
      signal: upload.signal,
      onProgress: fraction => importState.set({ phase: 'sending', name, fraction }),
    })
    importState.set({ phase: 'running', name, job, isStopping: false })
    const ended = await followJob(job, pauses)
    if (!ended) return importState.set({ phase: 'none' })
    await refresh(['highlights'])
    showEnd(ended, name)
  } catch (error) {
    if (error instanceof DOMException) return importState.set({ phase: 'none' })
    importState.set({ phase: 'refused', name, message: formatError(error) })
    if (!isShown()) toast({ tone: 'danger', title: texts.importFailed, line: formatError(error) })
  }
}

const isShown = () => overlays.get().some(each => each.name === 'importHighlights')

function showEnd(job: Job, name: string): void {
  const report = job.highlights ?? null
  if (job.state === 'failed')
    importState.set({ phase: 'refused', name, message: job.error ?? texts.importFailed })
  else importState.set({ phase: 'ended', name, job: job.job, report, isStopped: job.state === 'cancelled' })
  if (isShown()) return
  if (job.state === 'failed') toast({ tone: 'danger', title: texts.importFailed, line: job.error ?? '' })
  else {
    const added = report?.highlights ?? 0
    toast({
      title: added > 0 ? texts.imported(added) : texts.nothingImported,
      undo: added > 0 ? () => void undoImport(job.job) : undefined,
    })
  }
}

/** Removes what an import has added, except what was changed since. */
export function undoImport(job: string): Promise<void> {
  importState.set({ phase: 'none' })
  return undoAction(job, { action: 'importHighlights' })
}

/** Stops the upload, or the import at the end of its batch. What is imported stays. */
export function stopImport(): void {
  const state = importState.get()
  if (state.phase === 'sending') upload?.abort()
  if (state.phase !== 'running') return
  importState.set({ ...state, isStopping: true })
  client.call(cancelJob, { job: state.job }).catch((error: unknown) => {
    importState.set(now => (now.phase === 'running' ? { ...now, isStopping: false } : now))
    showError(error)
  })
}
