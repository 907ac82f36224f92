import type { Highlight } from '@nestmark/contract/reading/highlightShapes'
import type { TaskOf } from '../lib/tasks.ts'
import { isRefused, type QueuedTask } from './queue.ts'

type HighlightTask = TaskOf<'highlight'>

/** Returns the highlights of a page as they will be once the server has accepted the tasks that wait, in their order. */
export function applyTasks(
  highlights: readonly Highlight[],
  tasks: readonly QueuedTask[],
  url: string,
): Highlight[] {
  const all = new Map(highlights.map(each => [each._id, each]))
  for (const queued of tasks) {
    const { task, at } = queued
    if (isRefused(queued)) continue
    if (task.kind === 'deleteHighlight') all.delete(task.highlightId)
    else if (task.kind === 'highlight') {
      const before = all.get(task.highlightId) ?? (task.url === url ? toNew(task, at) : undefined)
      if (before) all.set(before._id, change(before, task))
    }
  }
  return [...all.values()]
}

const toNew = ({ highlightId, text = '', anchor = null }: HighlightTask, at: number): Highlight => ({
  _id: highlightId,
  text,
  comm: '',
  style: 1,
  anchor,
  create_date: at,
  update_date: at,
})

const change = (
  before: Highlight,
  { comment = before.comm, style = before.style }: HighlightTask,
): Highlight => ({
  ...before,
  comm: comment,
  style,
})

/** Returns one task with the effect of some about the same highlight, in their order. */
export function mergeHighlight(tasks: readonly HighlightTask[]): HighlightTask {
  const isGiven = ([, value]: [string, unknown]) => value !== undefined
  return Object.fromEntries(tasks.flatMap(task => Object.entries(task).filter(isGiven))) as HighlightTask
}
