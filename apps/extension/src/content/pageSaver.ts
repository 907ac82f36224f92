import { barTexts as texts } from '@nestmark/texts/extension'
import type { Outcome } from '../background/queue.ts'
import type { TaskResult } from '../background/runTask.ts'
import { askBackground } from './askBackground.ts'
import type { ToastContent } from './Toast.tsx'

interface Options {
  say(toast: ToastContent): void
  /** The page is saved in a collection of this name; null: not any more. */
  savedIn(place: string | null): void
}

/**
 * Saves the page, and says where, with a way back.
 * @param count the number of its highlights
 * @returns what became of it when it is not saved; otherwise undefined
 */
export async function savePage(
  url: string,
  count: number,
  options: Options,
): Promise<Outcome | null | undefined> {
  const answer = await askBackground({ kind: 'savePage', url, title: document.title })
  const link = answer?.outcome.done ? (answer.outcome.result as TaskResult).link : undefined
  if (!link) return answer?.outcome ?? null
  const place = link.parent_name ?? ''
  options.savedIn(place)
  options.say({
    title: texts.savedIn(place),
    icon: 'check',
    ...(count > 0 && { line: texts.withHighlights(count) }),
    action: { label: texts.undo, run: () => void undo(url, link._id, options) },
  })
  return undefined
}

async function undo(url: string, linkId: string, { say, savedIn }: Options): Promise<void> {
  const answer = await askBackground({ kind: 'undoSave', url, linkId })
  if (answer?.isDone) savedIn(null)
  say(
    answer?.isDone
      ? { title: texts.undone, icon: 'check' }
      : { title: answer?.message ?? texts.notUndone, icon: 'warning' },
  )
}
