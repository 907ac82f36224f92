import { barTexts as texts } from '@nestmark/texts/extension'
import type { Outcome } from '../background/queue.ts'
import { isRefused } from './pageHighlights.ts'
import type { ToastContent } from './Toast.tsx'

/** Returns what to say about a change that the server has not accepted; null about one that it has. Null: there was no answer. */
export function toToast(outcome: Outcome | null): ToastContent | null {
  if (outcome?.done) return null
  const line = outcome?.problem?.message
  if (!outcome || isRefused(outcome)) return { title: texts.notSaved, line, icon: 'warning' }
  return { title: texts.waiting, line: line ?? texts.waitingLine, icon: 'offline' }
}

/** Copies a text, and returns what to say about it. */
export function copyText(text: string): Promise<ToastContent> {
  return navigator.clipboard.writeText(text).then(
    () => ({ title: texts.copied, icon: 'check' }),
    () => ({ title: texts.notCopied, icon: 'warning' }),
  )
}
