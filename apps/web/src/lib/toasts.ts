import { createStore } from './store.ts'

export interface Toast {
  id: number
  title: string
  /** A second, quieter line. */
  line?: string
  tone: 'ok' | 'info' | 'danger'
  action?: { label: string; run: () => void }
  /** How long it stands, in milliseconds. */
  duration: number
}

/** How long an offer to take something back stands, in milliseconds. */
export const undoDuration = 8000

const maxToasts = 4
let lastId = 0

/** The toasts that stand on the screen, oldest first. */
export const toasts = createStore<readonly Toast[]>([])

/** Says something in the corner for a while. Gives the id, with which it can be taken away early. */
export function toast(options: Partial<Omit<Toast, 'id'>> & { title: string }): number {
  const id = ++lastId
  const added: Toast = { tone: 'ok', duration: 3000, ...options, id }
  // The same sentence twice is one toast: ten failed reads need not fill the screen.
  toasts.set(now =>
    [...now.filter(other => other.title !== added.title || other.line !== added.line), added].slice(
      -maxToasts,
    ),
  )
  return id
}

/** Takes a toast away. */
export function dismissToast(id: number): void {
  toasts.set(now => now.filter(toast => toast.id !== id))
}
