import { Refusal } from '@nestmark/contract/client'
import { expect, test } from 'vitest'
import type { Task } from '../lib/tasks.ts'
import { type QueuedTask, type QueueStore, Queue } from './queue.ts'

const note = (name: string): Task => ({
  kind: 'save',
  link: `https://example.org/${name}`,
  name,
  desc: '',
  category: 3,
  parent: 'old',
  tags: [],
})
const nameOf = (task: Task) => (task.kind === 'save' ? task.name : task.kind)

/** A store with the behaviour of IndexedDB: every entry is a copy. */
function createStore(): QueueStore & { rows: Map<number, QueuedTask> } {
  const rows = new Map<number, QueuedTask>()
  let last = 0
  return {
    rows,
    list: async () => [...rows.values()].sort((a, b) => a.id - b.id).map(row => structuredClone(row)),
    add: async row => {
      rows.set(++last, structuredClone({ ...row, id: last }))
      return last
    },
    put: async row => void rows.set(row.id, structuredClone(row)),
    remove: async id => void rows.delete(id),
  }
}

const away = () => new Refusal({ status: 0, code: 'network', message: 'away' })
const gone = () => new Refusal({ status: 404, code: 'collections.notFound', message: 'It is gone.' })

function createQueue(store = createStore()) {
  const sent: { name: string; key: string }[] = []
  const server = {
    isAway: false,
    userId: 'ada' as string | undefined,
    refuse: (() => undefined) as (task: Task) => Error | undefined,
    sent,
    problems: [] as (string | undefined)[],
  }
  let keys = 0
  const queue = new Queue({
    store,
    findSender: async () =>
      server.userId === undefined
        ? undefined
        : {
            userId: server.userId,
            run: async (task, key) => {
              if (server.isAway) throw away()
              const refusal = server.refuse(task)
              if (refusal) throw refusal
              sent.push({ name: nameOf(task), key })
              return `result of ${nameOf(task)}`
            },
          },
    onChange: async problem => void server.problems.push(problem?.kind),
    now: () => 1000,
    newKey: () => `key ${++keys}`,
  })
  return { queue, server, store }
}

test('EXT-01 a save that is accepted leaves the queue, with its result', async () => {
  const { queue, server, store } = createQueue()
  expect(await queue.add(note('a'), 'ada')).toEqual({ done: true, result: 'result of a' })
  expect([server.sent, store.rows.size]).toEqual([[{ name: 'a', key: 'key 1' }], 0])
})

test('EXT-01 saves without a network wait, and are sent in their order, each with its own key', async () => {
  const { queue, server, store } = createQueue()
  server.isAway = true
  const outcomes = [await queue.add(note('a'), 'ada'), await queue.add(note('b'), 'ada')]
  // The second was not sent, and waits for the same reason.
  expect(outcomes).toMatchObject([
    { done: false, problem: { kind: 'away' } },
    { done: false, problem: { kind: 'away' } },
  ])
  expect(server.problems).toEqual(['away', 'away'])
  await queue.send()
  expect(store.rows.size).toBe(2)
  server.isAway = false
  await queue.send()
  expect(server.sent).toEqual([
    { name: 'a', key: 'key 1' },
    { name: 'b', key: 'key 2' },
  ])
  expect(store.rows.size).toBe(0)
})

test('EXT-01 a new queue on the same store goes on where the browser ended, with the same key', async () => {
  const first = createQueue()
  first.server.isAway = true
  await first.queue.add(note('a'), 'ada')
  const second = createQueue(first.store)
  await second.queue.send()
  expect(second.server.sent).toEqual([{ name: 'a', key: 'key 1' }])
})

test('EXT-01 a refused save stays with its reason and stops no other; it is sent again changed', async () => {
  const { queue, server, store } = createQueue()
  server.refuse = task =>
    task.kind === 'save' && task.parent === 'old' && task.name === 'a' ? gone() : undefined
  const refused = await queue.add(note('a'), 'ada')
  expect(refused).toMatchObject({ done: false, problem: { kind: 'refused', message: 'It is gone.' } })
  expect(await queue.add(note('b'), 'ada')).toMatchObject({ done: true })
  // It is not sent again by itself.
  server.refuse = () => undefined
  await queue.send()
  expect(server.sent.map(each => each.name)).toEqual(['b'])
  const { id } = [...store.rows.values()][0]!
  const again = await queue.retry(id, task => (task.kind === 'save' ? { ...task, parent: null } : task))
  expect([again, store.rows.size]).toEqual([{ done: true, result: 'result of a' }, 0])
  expect(server.sent.at(-1)).toEqual({ name: 'a', key: 'key 3' })
  expect(await queue.retry(99)).toBeUndefined()
})

test('EXT-01 a key that has ended keeps everything, and what was queued for one person is not sent as another', async () => {
  const { queue, server, store } = createQueue()
  server.refuse = () => new Refusal({ status: 401, code: 'session.expired', message: '' })
  expect(await queue.add(note('a'), 'ada')).toMatchObject({ done: false, problem: { kind: 'ended' } })
  server.userId = undefined
  expect(await queue.add(note('b'), 'ada')).toMatchObject({ done: false, problem: undefined })
  server.refuse = () => undefined
  server.userId = 'xaver'
  expect(await queue.add(note('of xaver'), 'xaver')).toMatchObject({ done: true })
  expect(store.rows.size).toBe(2)
  server.userId = 'ada'
  await queue.send()
  expect(server.sent.map(each => each.name)).toEqual(['of xaver', 'a', 'b'])
})

test('EXT-01 concurrent saves are sent once each, and none is overlooked', async () => {
  const { queue, server, store } = createQueue()
  const names = Array.from({ length: 20 }, (_, n) => `n${n}`)
  const ends = await Promise.all(names.map(name => queue.add(note(name), 'ada')))
  expect(ends.every(end => end.done)).toBe(true)
  expect(server.sent.map(each => each.name).sort()).toEqual(names.toSorted())
  expect(store.rows.size).toBe(0)
  await Promise.all([queue.send(), queue.send().then(() => queue.add(note('last'), 'ada'))])
  expect(server.sent.at(-1)!.name).toBe('last')
})
