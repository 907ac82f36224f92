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
  tone: 'ok' | 'info' | 'danger'
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

/**
 * Shows a toast.
 * @returns its ID, for `dismissToast`
 */
export function toast(options: Partial<Omit<Toast, 'id'>> & { title: string }): number {
  const id = ++lastId
  const added: Toast = { tone: 'ok', duration: 3000, ...options, id }
  // Equal toasts are shown once: ten failed queries need not fill the screen.
  toasts.set(now =>
    [...now.filter(other => other.title !== added.title || other.line !== added.line), added].slice(
      -maxToasts,
    ),
  )
  return id
}

/** Closes a toast. */
export function dismissToast(id: number): void {
  toasts.set(now => now.filter(toast => toast.id !== id))
}
