import { type BulkReport, cancelJob, type Job, undo } from '@nestmark/contract/jobs'
import type { Output } from '@nestmark/contract/operation'
import { truncateText } from '@nestmark/core/words/truncateText'
import { actionTexts as texts } from '@nestmark/texts/actions'
import { client } from '../api/client.ts'
import { followJob } from '../api/followJob.ts'
import { refresh } from '../api/queryClient.ts'
import { showError } from '../api/showError.ts'
import { createStore } from '../store.ts'
import { toast, type ToastAction, undoDuration } from '../toasts.ts'

type BulkAction = BulkReport['action']

/** What an undo reverts, for its toast. */
export interface Undone {
  action: BulkAction | keyof typeof texts.undoneTitles
  /** The number of items that the action changed. */
  total?: number
  /** The name of a single item. */
  name?: string | undefined
}

/** A bulk action that a job executes. */
export interface RunningAction {
  id: string
  action: BulkAction
  total: number
  done: number
  /** The job is queued behind other jobs. */
  waiting: boolean
  stopping: boolean
}

/** The running actions, the oldest first. */
export const runningActions = createStore<readonly RunningAction[]>([])

/** The length of a name in the title of a toast. */
const maxName = 60

/** The texts of the toasts of running jobs. The list of jobs may start to follow one before the answer to its call. */
const toastOptions = new Map<string, ToastOptions>()

const pauses = { first: 150, longest: 1500, factor: 1.3 }

/** The result of an action: the key of its undo record, or the job that executes it. */
export interface ActionResult {
  undo?: string | undefined
  job?: string | undefined
}

/** Optional texts of the toast. */
interface ToastOptions {
  /** A second line; else the name. */
  line?: string | undefined
  /** The name of a single item. */
  name?: string | undefined
  /** Replaces the default title. */
  done?: string | ((n: number) => string) | undefined
  /** An action before the undo button. */
  open?: ToastAction
  tone?: 'danger'
  /** The job is short, so its start shows no toast. */
  isShort?: boolean
}

/**
 * Shows that an action is done, with an undo button. If a job executes it, shows this when the job ends.
 * @param n the number of items
 */
export function toastAction(
  action: BulkAction,
  answer: ActionResult,
  n: number,
  options: ToastOptions = {},
): void {
  if (answer.job === undefined) return toastDone(action, n, answer.undo, options)
  if (!options.isShort)
    toast({ tone: 'waiting', title: texts.words[action].going(n), line: texts.background })
  void showProgress(answer.job, action, n, options)
}

function toastDone(
  action: BulkAction,
  n: number,
  key: string | undefined,
  { name, line = name, done = texts.words[action].done, open, tone }: ToastOptions,
): void {
  toast({
    title: typeof done === 'string' ? done : done(n),
    ...(tone && { tone }),
    ...(open && { moreActions: [open], duration: undoDuration }),
    ...(line !== undefined && { line }),
    ...((key !== undefined || line !== undefined) && { duration: undoDuration }),
    undo: key === undefined ? undefined : () => void undoAction(key, { action, total: n, name }),
  })
}

/** Undoes an action, and shows what was undone and which items could not be restored. */
export async function undoAction(key: string, undone: Undone): Promise<void> {
  await client
    .call(undo, { undo: key })
    .then(answer => toastUndone(answer, undone))
    .catch(showError)
}

/** Shows the result of an undo and which items could not be restored; follows the job where one executes it. */
export async function toastUndone(
  { changed, left, placed, job }: Output<typeof undo>,
  undone?: Undone,
): Promise<void> {
  const done = (n: number) => formatUndone(n, undone)
  if (job !== undefined) return showProgress(job, 'undo', changed, { done })
  void refresh(undo.touches)
  toastDone('undo', changed, undefined, { done, line: formatRemark(left, placed.length) })
}

function shorten(name: string): string {
  const start = truncateText(name, maxName)
  return start === name ? name : `${start.trimEnd()}…`
}

function formatUndone(n: number, undone: Undone | undefined): string {
  if (n === 0) return texts.nothingUndone
  const title = undone && texts.undoneTitles[undone.action as keyof typeof texts.undoneTitles]
  // The undo of several tags counts a link once for each.
  return texts.undone(
    title
      ? title(Math.min(n, undone.total ?? n), undone.name && shorten(undone.name))
      : texts.words.undo.done(n),
  )
}

function formatRemark(left: number, placed: number): string | undefined {
  if (left > 0) return texts.left(left)
  return placed > 0 ? texts.restoredTo(placed) : undefined
}

/**
 * Follows the jobs that were started before this page was loaded or in another tab.
 * @param jobs the running and recently ended jobs of the user
 */
export function followJobs(jobs: readonly Job[]): void {
  for (const { kind, state, job, bulk, total } of jobs) {
    const action = kind === 'keepCollection' ? kind : bulk?.action
    if (action && (state === 'queued' || state === 'running'))
      void showProgress(job, action, total, { waiting: state === 'queued' })
  }
}

async function showProgress(
  id: string,
  action: BulkAction,
  total: number,
  { waiting = false, ...options }: ToastOptions & { waiting?: boolean } = {},
): Promise<void> {
  if (Object.keys(options).length > 0) toastOptions.set(id, options)
  if (runningActions.get().some(one => one.id === id)) return
  runningActions.set(now => [...now, { id, action, total, done: 0, waiting, stopping: false }])
  const onProgress = (job: Job | null) => {
    if (job) updateAction(id, { done: job.done, total: job.total || total, waiting: job.state === 'queued' })
  }
  // Null also where the server refuses to tell about it.
  const ended = await followJob(id, pauses, onProgress).catch(() => null)
  if (ended) toastEnded(ended, action, toastOptions.get(id) ?? {})
  toastOptions.delete(id)
  runningActions.set(now => now.filter(one => one.id !== id))
}

function updateAction(id: string, part: Partial<RunningAction>): void {
  runningActions.set(now => now.map(one => (one.id === id ? { ...one, ...part } : one)))
}

function toastEnded(job: Job, bulkAction: BulkAction, options: ToastOptions): void {
  void refresh(undo.touches)
  const { changed = job.done, left = 0, placed = [], undo: key } = job.bulk ?? {}
  const canUndo = key !== undefined && changed > 0
  if (job.state === 'done' && bulkAction === 'keepCollection')
    return toastDone(bulkAction, changed, undefined, {
      ...options,
      ...(left > 0 && {
        line: texts.notArchived(left),
        ...(changed === 0 && { done: texts.noneArchived, tone: 'danger' as const }),
      }),
    })
  if (job.state === 'done')
    return toastDone(bulkAction, changed, canUndo ? key : undefined, {
      ...options,
      line: formatRemark(left, placed.length) ?? options.line,
    })
  const failed = job.state === 'failed'
  toast({
    tone: failed ? 'danger' : 'info',
    title: failed ? texts.failed : texts.stopped(changed),
    ...(failed && { line: [job.error, changed > 0 && texts.stopped(changed)].filter(Boolean).join(' ') }),
    duration: undoDuration,
    undo: canUndo ? () => void undoAction(key, { action: bulkAction, total: changed }) : undefined,
  })
}

/** Stops an action at the end of its batch. The finished part remains and can be undone. */
export async function stopAction(id: string): Promise<void> {
  updateAction(id, { stopping: true })
  try {
    await client.call(cancelJob, { job: id })
  } catch (error) {
    updateAction(id, { stopping: false })
    showError(error)
  }
}
