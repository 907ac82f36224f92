import { importBookmarks, type ImportReport } from '@nestmark/contract/transfer/importExport'
import {
  type ImportChoices,
  type ImportPreview,
  previewImport,
  startImport,
} from '@nestmark/contract/transfer/importPreview'
import { cancelJob, type Job, jobStatus, listRunningJobs } from '@nestmark/contract/jobs'
import { errorTexts } from '@nestmark/texts/errors'
import { transferTexts } from '@nestmark/texts/transfer/importExport'
import { importPreviewTexts as texts } from '@nestmark/texts/transfer/importPreview'
import { client, formatError, Refusal } from '../../../lib/api/client.ts'
import { uploadFile } from '../../../lib/api/files.ts'
import { showError } from '../../../lib/api/showError.ts'
import { formatDate } from '../../../lib/dates.ts'
import { connection, waitUntilReachable } from '../../../lib/connection.ts'
import { createStore } from '../../../lib/store.ts'
import { followImport, watchJob } from '../data.ts'

/** A report with the preview of an import. */
export type PreviewReport = ImportReport & { preview: ImportPreview }

/** The state of a preview. `name` is the name of the file; '' after a reload of the page. */
export type PreviewState =
  | { phase: 'none' }
  | { phase: 'waiting' | 'sending'; name: string; fraction?: number }
  | { phase: 'reading'; name: string; id: string; links: number; fraction: number | undefined }
  /** `isComputing`: a choice was changed, and its preview is not there yet. */
  | { phase: 'ready'; name: string; id: string; report: PreviewReport; rows: number; isComputing: boolean }
  | { phase: 'refused'; name: string; message: string }

/** The preview of this page; a person has one. It is outside the page, which may be left. */
export const currentPreview = createStore<PreviewState>({ phase: 'none' })
/** The file of the preview, for a collection that is encrypted in the browser; absent after a reload. */
let chosenFile: File | undefined
let running: AbortController | null = null

/** Returns the name of the collection around an import: the program that wrote the file, and the day. */
export const nameCollection = (format: string): string => texts.newName(format, formatDate(Date.now()))

export const previewedFile = (): File | undefined => chosenFile

/** The pauses between questions for the state of a job, in milliseconds. */
const pauses = { first: 60, longest: 600 }

/**
 * Uploads a file and computes the preview of its import; `currentPreview` then has it. Waits for the network.
 * @param into `parent` is the collection into which it goes, the top level by default; `plain` says that it goes there without
 * encryption
 */
export async function previewFile(
  file: File,
  { parent, plain = false }: { parent?: string | undefined; plain?: boolean } = {},
): Promise<void> {
  running?.abort()
  const controller = (running = new AbortController())
  const { signal } = controller
  const { name } = file
  chosenFile = file
  try {
    if (connection.get() !== 'up') {
      currentPreview.set({ phase: 'waiting', name })
      await waitUntilReachable(signal)
      if (signal.aborted) return
    }
    currentPreview.set({ phase: 'sending', name, fraction: 0 })
    const form = new FormData()
    form.append('preview', '1')
    if (parent !== undefined) form.append('parent', parent)
    if (plain) form.append('plain', '1')
    form.append('file', file, name)
    const onProgress = (fraction: number) => currentPreview.set({ phase: 'sending', name, fraction })
    const { job } = await uploadFile(importBookmarks, form, { signal, onProgress })
    currentPreview.set({ phase: 'reading', name, id: job, links: 0, fraction: undefined })
    await showEnd(job, name, signal)
  } catch (error) {
    if (signal.aborted) return
    if (error instanceof Refusal && error.code === 'transfer.alreadyRunning') {
      currentPreview.set({ phase: 'none' })
      followImport(await client.call(listRunningJobs, {}))
    } else currentPreview.set({ phase: 'refused', name, message: describe(error) })
  }
}

const describe = (error: unknown): string =>
  error instanceof Refusal && error.code === 'network' ? transferTexts.cutOff : formatError(error)

/** Shows the preview of a job, as after a reload of the page. */
export async function openPreview(job: string): Promise<void> {
  running?.abort()
  const { signal } = (running = new AbortController())
  chosenFile = undefined
  currentPreview.set({ phase: 'reading', name: '', id: job, links: 0, fraction: undefined })
  try {
    await showEnd(job, '', signal)
  } catch (error) {
    if (!signal.aborted) currentPreview.set({ phase: 'refused', name: '', message: formatError(error) })
  }
}

async function showEnd(id: string, name: string, signal: AbortSignal): Promise<void> {
  const job = await waitForEnd(id, signal, ({ done, total }) =>
    currentPreview.set(now =>
      now.phase === 'reading' ? { ...now, links: done, fraction: total > 0 ? done / total : undefined } : now,
    ),
  )
  if (signal.aborted) return
  const { report } = job
  if (report?.preview)
    currentPreview.set({
      phase: 'ready',
      name,
      id,
      report: { ...report, preview: report.preview },
      rows: job.done,
      isComputing: false,
    })
  else
    currentPreview.set({ phase: 'refused', name, message: job.error ?? errorTexts['transfer.previewEnded'] })
}

async function waitForEnd(id: string, signal: AbortSignal, onProgress: (job: Job) => void): Promise<Job> {
  for (let pause = pauses.first; ; pause = Math.min(pauses.longest, pause * 1.3)) {
    const job = await client.call(jobStatus, { job: id })
    if (signal.aborted || (job.state !== 'queued' && job.state !== 'running')) return job
    onProgress(job)
    await new Promise(resolve => setTimeout(resolve, pause))
  }
}

/** The choices that are computed next; only the last of several is. */
let wanted: ImportChoices | null = null
let isRunning = false

/** Computes the preview with other choices, one after the other. */
export async function changeChoices(choices: ImportChoices): Promise<void> {
  wanted = choices
  if (isRunning) return
  isRunning = true
  const { signal } = (running ??= new AbortController())
  try {
    for (;;) {
      if (!wanted || signal.aborted) return
      const state = currentPreview.get()
      if (state.phase !== 'ready') return
      const next: ImportChoices = wanted
      wanted = null
      const preview = { ...state.report.preview, choices: next }
      currentPreview.set({ ...state, report: { ...state.report, preview }, isComputing: true })
      await client.call(previewImport, { job: state.id, choices: next })
      const { report } = await waitForEnd(state.id, signal, () => undefined)
      currentPreview.set(now => {
        if (now.phase !== 'ready' || !report?.preview) return now
        const chosen = wanted ?? next
        return {
          ...now,
          report: { ...report, preview: { ...report.preview, choices: chosen } },
          isComputing: wanted !== null,
        }
      })
    }
  } catch (error) {
    wanted = null
    const state = currentPreview.get()
    if (state.phase === 'ready')
      currentPreview.set({ phase: 'refused', name: state.name, message: formatError(error) })
  } finally {
    isRunning = false
  }
}

/** Imports the file with the choices of its preview; `currentImport` then has the progress. */
export async function confirmImport(): Promise<void> {
  const state = currentPreview.get()
  if (state.phase !== 'ready' || state.isComputing) return
  currentPreview.set({ ...state, isComputing: true })
  try {
    const { job } = await client.call(startImport, { job: state.id, choices: state.report.preview.choices })
    currentPreview.set({ phase: 'none' })
    chosenFile = undefined
    void watchJob(job, state.name)
  } catch (error) {
    currentPreview.set({ ...state, isComputing: false })
    showError(error)
  }
}

/** Forgets the preview; a file that is still read is not read further. */
export function closePreview(): void {
  running?.abort()
  const state = currentPreview.get()
  if (state.phase === 'reading') void client.call(cancelJob, { job: state.id }).catch(() => undefined)
  chosenFile = undefined
  currentPreview.set({ phase: 'none' })
}
