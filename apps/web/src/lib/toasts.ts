import { uiTexts } from '@nestmark/texts/ui'
import { createStore } from './store.ts'

export interface ToastAction {
  label: string
  run: () => void
}

export interface Toast {
  id: number
  title: string
  /** A second, less prominent line. */
  line?: string
  /** Who else sees what the line names. */
  mark?: 'public' | 'shared'
  /** `waiting`: something goes on, or follows later. */
  tone: 'ok' | 'info' | 'waiting' | 'danger'
  action?: ToastAction
  /** Further actions, in a row below the text with the first one. */
  moreActions?: readonly ToastAction[]
  /** How long it is shown, in milliseconds. */
  duration: number
}

/** How long a toast with an undo button is shown, in milliseconds. */
export const undoDuration = 8000

const maxToasts = 4
let lastId = 0

/** The visible toasts, the oldest first. */
export const toasts = createStore<readonly Toast[]>([])

interface ToastOptions extends Partial<Omit<Toast, 'id'>> {
  title: string
  /** Reverts what the toast reports: the action Undo, and Ctrl+Z for the last such toast. */
  undo?: (() => void) | undefined
}

/** The last change of this page that can be undone, also after its toast was closed. */
let lastUndo: { toastId: number; run: () => void } | undefined

/**
 * Shows a toast.
 * @returns its ID, for `dismissToast`
 */
export function toast({ undo, ...options }: ToastOptions): number {
  const id = ++lastId
  const added: Toast = {
    tone: 'ok',
    duration: undo ? undoDuration : 3000,
    ...(undo && { action: { label: uiTexts.undo, run: () => runUndo(id, undo) } }),
    ...options,
    id,
  }
  if (undo) lastUndo = { toastId: id, run: undo }
  // Equal toasts are shown once: ten failed queries need not fill the screen.
  toasts.set(now =>
    [...now.filter(other => other.title !== added.title || other.line !== added.line), added].slice(
      -maxToasts,
    ),
  )
  return id
}

function runUndo(toastId: number, run: () => void): void {
  if (lastUndo?.toastId === toastId) lastUndo = undefined
  run()
}

/** Undoes the last change of this page that a toast has offered to undo. Returns false when there is none. */
export function undoLastChange(): boolean {
  if (!lastUndo) return false
  const { toastId, run } = lastUndo
  // Its button would undo it again.
  dismissToast(toastId)
  runUndo(toastId, run)
  return true
}

/** Closes a toast. */
export function dismissToast(id: number): void {
  toasts.set(now => now.filter(toast => toast.id !== id))
}
