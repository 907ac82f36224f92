import type { Link } from '@nestmark/contract/shapes'
import { useState } from 'preact/hooks'
import type { Problem } from '../background/problem.ts'
import type { TaskResult } from '../background/runTask.ts'
import type { Task } from '../lib/tasks.ts'
import { ask, type AskError } from '../ui/ask.ts'
import { toEditTask, toSaveTask } from './draft.ts'
import type { TabPage } from './readTab.ts'
import type { DraftState } from './useDraft.ts'
import type { Keep } from './useKeep.ts'

/** What a save led to, as the notice says it. */
export interface SaveResult extends TaskResult {
  isTrashed?: boolean
  /** What the person sees is being sent. */
  isKeeping?: boolean
  /** The page did not let itself be copied any more. */
  isNotCopied?: boolean
  /** It is in the queue, with the reason if it is known. */
  queued?: { problem?: Problem | undefined }
}

interface Saving {
  done: SaveResult | undefined
  isBusy: boolean
  /** What the form would send; null when nothing differs from the saved link. */
  task: Task | null
  save: () => Promise<void>
  /** Moves the saved link to the trash. */
  trash: () => Promise<void>
}

/** Sends the form of the popup. */
export function useSave(form: {
  page: TabPage
  state: DraftState
  saved: Link | null
  keep: Keep | null
  rootId: string
  onQueued: () => void
}): Saving {
  const { page, state, saved, keep, rootId, onQueued } = form
  const { draft, start, setProblem } = state
  const [isBusy, setBusy] = useState(false)
  const [done, setDone] = useState<SaveResult>()
  const task = saved ? toEditTask(saved._id, start, draft, rootId) : toSaveTask(page.url, draft)
  const isKeeping = keep?.isOn === true && draft.quote === '' && page.tabId !== undefined
  async function act(acting: () => Promise<void>): Promise<void> {
    if (isBusy) return
    setBusy(true)
    try {
      await acting()
    } catch (error) {
      setProblem((error as AskError).message)
    }
    setBusy(false)
  }
  const send = async () => {
    // A page is stored also when nothing else of the saved link differs.
    const sent = task ?? (isKeeping && saved ? { kind: 'edit' as const, linkId: saved._id } : null)
    if (!sent) return window.close()
    const outcome = await ask({ kind: 'run', task: sent, ...(isKeeping && { keepTab: page.tabId }) })
    if (outcome.done)
      return setDone({
        ...(outcome.result as TaskResult),
        isKeeping: isKeeping && !outcome.isNotCopied,
        isNotCopied: outcome.isNotCopied ?? false,
      })
    // Without the form, it is not put into the queue a second time.
    setDone({ queued: { problem: outcome.problem }, isKeeping: isKeeping && !outcome.isNotCopied })
    onQueued()
  }
  const remove = async () => {
    if (!saved) return
    await ask({ kind: 'trash', linkId: saved._id })
    setDone({ link: saved, isTrashed: true })
  }
  return { done, isBusy, task, save: () => act(send), trash: () => act(remove) }
}
