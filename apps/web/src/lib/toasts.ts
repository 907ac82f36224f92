import { createStore } from './store.ts'

export interface Toast {
  id: number
  title: string
  /** A second, quieter line. */
  line?: string
  tone: 'ok' | 'info' | 'danger'
  action?: { label: string; run: () => void }
  /** How long it stands, in milliseconds. */
  time: number
}

/** How long an offer to take something back stands, in milliseconds. */
export const undoTime = 8000

const most = 4
let last = 0

/** The toasts that stand on the screen, oldest first. */
export const toasts = createStore<readonly Toast[]>([])

/** Says something in the corner for a while. Gives the id, with which it can be taken away early. */
export function toast(said: Partial<Omit<Toast, 'id'>> & { title: string }): number {
  const id = ++last
  const made: Toast = { tone: 'ok', time: 3000, ...said, id }
  // The same sentence twice is one toast: ten failed reads need not fill the screen.
  toasts.set(now =>
    [...now.filter(other => other.title !== made.title || other.line !== made.line), made].slice(-most),
  )
  return id
}

/** Takes a toast away. */
export function dismissToast(id: number): void {
  toasts.set(now => now.filter(toast => toast.id !== id))
}
