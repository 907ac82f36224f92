import { expect, test } from 'vitest'
import type { Task } from '../lib/tasks.ts'
import type { QueuedTask } from './queue.ts'
import { applyTasks, mergeHighlight } from './waitingHighlights.ts'

const url = 'https://site.example/a'
const stored = (id: string, comm = '') => ({
  _id: id,
  text: `words ${id}`,
  comm,
  style: 2 as const,
  anchor: null,
  create_date: 1,
  update_date: 1,
})
const queue = (...tasks: Task[]): QueuedTask[] => tasks.map((task, at) => ({ id: `task ${at}`, at: 5, task }))
const created = { kind: 'highlight', highlightId: 'n', url, text: 'new words', style: 3 } as const

test('HL-07 a page shows what waits: new highlights, their comments, changes and deletions', () => {
  const tasks = queue(
    created,
    { kind: 'highlight', highlightId: 'n', comment: 'Typed offline' },
    { kind: 'highlight', highlightId: 'a', style: 4 },
    { kind: 'deleteHighlight', highlightId: 'b' },
    { ...created, highlightId: 'other', url: 'https://site.example/b' },
  )
  expect(applyTasks([stored('a', 'Stored'), stored('b')], tasks, url)).toMatchObject([
    { _id: 'a', comm: 'Stored', style: 4 },
    { _id: 'n', text: 'new words', comm: 'Typed offline', style: 3, create_date: 5 },
  ])
})

test('HL-07 the page does not show what the server has rejected, and shows once what it has accepted already', () => {
  const [refused] = queue(created)
  const problem = { kind: 'refused', code: 'plan.highlights', message: '' } as const
  expect(applyTasks([], [{ ...refused!, problem }], url)).toEqual([])
  expect(applyTasks([stored('n')], queue(created), url)).toMatchObject([{ _id: 'n', style: 3 }])
})

test('HL-06 combines a rejected highlight and what the user has typed since in one task', () => {
  const later = { kind: 'highlight', highlightId: 'n', comment: 'Later', style: undefined } as const
  expect(mergeHighlight([created, later])).toEqual({ ...created, comment: 'Later' })
})
