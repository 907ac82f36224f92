import { expect, test } from 'vitest'
import { createFairSemaphore, type FairSemaphoreOptions, type RunOptions } from './fairSemaphore.ts'

/** Starts a semaphore whose tasks end when the test ends them. */
function start(options: Partial<FairSemaphoreOptions>) {
  const semaphore = createFairSemaphore({
    concurrency: 1,
    perKey: 1,
    queueLength: 100,
    queuePerKey: 100,
    ...options,
  })
  const started: string[] = []
  const running: (() => void)[] = []
  const refused: string[] = []
  let max = 0

  /** Adds a task named after its key and a number. */
  function add(name: string, given?: RunOptions): Promise<void> {
    const work = () =>
      new Promise<void>(done => {
        started.push(name)
        running.push(done)
        max = Math.max(max, running.length)
      })
    return semaphore.run(name[0]!, work, given).catch((error: Error) => {
      refused.push(`${name} ${error.name}`)
    })
  }
  /** Ends the oldest running task and waits until its successor has started. */
  async function endOne(): Promise<void> {
    running.shift()!()
    await settled()
  }
  async function endAll(): Promise<void> {
    while (running.length > 0) await endOne()
  }
  return { semaphore, started, refused, add, endOne, endAll, running, max: () => max }
}

const settled = () => new Promise<void>(done => setImmediate(done))

test('runs tasks up to the concurrency and the share per key', async () => {
  const { add, started, endAll, max, semaphore } = start({ concurrency: 3, perKey: 2 })
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) void add(name)
  await settled()
  expect(started).toEqual(['a1', 'a2', 'b1'])
  expect(semaphore.counts()).toEqual({ running: 3, waiting: 2 })
  expect(semaphore.counts('a')).toEqual({ running: 2, waiting: 1 })
  await endAll()
  expect([started.length, max()]).toEqual([5, 3])
  expect(semaphore.counts()).toEqual({ running: 0, waiting: 0 })
})

test('a key whose long task ends comes after those that waited during it', async () => {
  const { add, started, endOne, endAll } = start({ concurrency: 2, perKey: 1 })
  for (const name of ['a1', 'b1', 'a2', 'b2', 'c1']) void add(name)
  await settled()
  await endOne()
  expect(started).toEqual(['a1', 'b1', 'c1'])
  await endAll()
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2'])
})

test('the key with the fewest running tasks starts first', async () => {
  const { add, started, endOne, endAll } = start({ concurrency: 3, perKey: 3 })
  for (const name of ['b1', 'a1', 'a2', 'a3', 'b2']) void add(name)
  await settled()
  await endOne()
  expect(started).toEqual(['b1', 'a1', 'a2', 'b2'])
  await endAll()
})

test('one key cannot take the slots reserved for others', async () => {
  const { add, started, endAll } = start({ concurrency: 4, perKey: 2 })
  for (let n = 0; n < 10; n++) void add(`a${n}`)
  await settled()
  expect(started).toEqual(['a0', 'a1'])
  void add('b')
  await settled()
  expect(started).toEqual(['a0', 'a1', 'b'])
  await endAll()
})

test('waiting keys alternate, each in its own order', async () => {
  const { add, started, endAll } = start({})
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void add(name)
  await settled()
  await endAll()
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
})

test('starts a higher priority first, and does not starve a lower one', async () => {
  const { add, started, endAll } = start({})
  void add('x')
  for (const name of ['a1', 'a2']) void add(name)
  for (let n = 1; n <= 6; n++) void add(`b${n}`, { priority: 1 })
  await settled()
  await endAll()
  expect(started.slice(0, 3)).toEqual(['x', 'b1', 'b2'])
  expect(started.indexOf('a1')).toBe(3)
  expect(started.indexOf('a2')).toBe(7)
  expect(started).toHaveLength(9)
})

test('a task of higher priority overtakes other tasks of its key', async () => {
  const { add, started, endAll } = start({})
  for (const name of ['a1', 'a2', 'a3']) void add(name)
  void add('a4', { priority: 1 })
  await settled()
  await endAll()
  expect(started).toEqual(['a1', 'a4', 'a2', 'a3'])
})

test('rejects a key with a full share of the queue immediately, and no other keys', async () => {
  const { add, started, refused, endAll } = start({ queuePerKey: 2 })
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) void add(name)
  await settled()
  expect(refused).toEqual(['a4 QueueFullError'])
  await endAll()
  expect(started).toEqual(['a1', 'b1', 'a2', 'a3'])
})

test('in a full queue a key with fewer waiting tasks displaces one with more', async () => {
  const { add, started, refused, endAll, semaphore } = start({ queueLength: 3 })
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) void add(name)
  await settled()
  expect(refused).toEqual(['a4 QueueFullError'])
  // Now a has two waiting tasks and b one: c has none and displaces another task of a; b cannot displace any.
  void add('c1')
  void add('b2')
  await settled()
  expect(refused.toSorted()).toEqual(['a3 QueueFullError', 'a4 QueueFullError', 'b2 QueueFullError'])
  expect(semaphore.counts().waiting).toBe(3)
  await endAll()
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2'])
})

test('in a full queue a task of higher priority displaces one of lower priority', async () => {
  const { add, started, refused, endAll } = start({ queueLength: 2, queuePerKey: 2 })
  for (const name of ['x', 'a1', 'b1']) void add(name)
  void add('c1', { priority: 1 })
  void add('d1')
  void add('c2', { priority: 1 })
  void add('c3', { priority: 1 })
  await settled()
  expect(refused.map(each => each.slice(0, 2)).toSorted()).toEqual(['a1', 'b1', 'c3', 'd1'])
  await endAll()
  expect(started).toEqual(['x', 'c1', 'c2'])
})

test('the error of a full queue has the scope key or all', async () => {
  const { add, semaphore, endAll } = start({ queueLength: 2, queuePerKey: 1 })
  for (const name of ['x', 'a1', 'b1']) void add(name)
  const work = () => Promise.resolve()
  await expect(semaphore.run('a', work)).rejects.toMatchObject({ scope: 'key' })
  await expect(semaphore.run('c', work)).rejects.toMatchObject({ scope: 'all' })
  await endAll()
})

test('an aborted waiting task leaves the queue', async () => {
  const { add, started, refused, endAll, semaphore } = start({ queueLength: 1 })
  const leaving = new AbortController()
  void add('x')
  void add('a1', { signal: leaving.signal })
  await settled()
  leaving.abort()
  await settled()
  expect(refused).toEqual(['a1 AbortError'])
  expect(semaphore.counts()).toEqual({ running: 1, waiting: 0 })
  void add('b1')
  void add('c1', { signal: AbortSignal.abort() })
  await settled()
  await endAll()
  expect(started).toEqual(['x', 'b1'])
  expect(refused).toEqual(['a1 AbortError', 'c1 AbortError'])
})

test('rejects a task that waits too long without a start', async () => {
  const { add, started, refused, endAll, semaphore } = start({ timeoutMs: 1 })
  void add('x')
  await add('a1')
  expect(refused).toEqual(['a1 QueueTimeoutError'])
  expect(semaphore.counts()).toEqual({ running: 1, waiting: 0 })
  await endAll()
  expect(started).toEqual(['x'])
})

test('a failed task frees its slot and rejects with its error', async () => {
  const semaphore = createFairSemaphore({ concurrency: 1, perKey: 1, queueLength: 5, queuePerKey: 5 })
  const fails = () => {
    throw new Error('no luck')
  }
  await expect(semaphore.run('a', fails)).rejects.toThrow('no luck')
  await expect(semaphore.run('a', async () => fails())).rejects.toThrow('no luck')
  expect(await semaphore.run('a', () => 7)).toBe(7)
  expect(semaphore.counts()).toEqual({ running: 0, waiting: 0 })
})

test('exceeds no limit under random load, and completes every task', async () => {
  const limits = { concurrency: 5, perKey: 2, queueLength: 40, queuePerKey: 10, timeoutMs: 60_000 }
  const semaphore = createFairSemaphore(limits)
  const running = new Map<string, number>()
  let all = 0
  let seed = 7
  const random = (max: number) => (seed = (seed * 48_271) % 2_147_483_647) % max
  const outcomes = { done: 0, refused: 0, aborted: 0 }
  const works = Array.from({ length: 2000 }, async (_, n) => {
    for (let pause = random(400); pause > 0; pause--) await settled()
    const key = `key ${random(random(2) === 0 ? 2 : 12)}`
    const leaving = new AbortController()
    const work = async () => {
      running.set(key, (running.get(key) ?? 0) + 1)
      all++
      expect(all).toBeLessThanOrEqual(limits.concurrency)
      expect(running.get(key)).toBeLessThanOrEqual(limits.perKey)
      expect(semaphore.counts().waiting).toBeLessThanOrEqual(limits.queueLength)
      for (let pause = random(3); pause > 0; pause--) await settled()
      running.set(key, running.get(key)! - 1)
      all--
    }
    const run = semaphore.run(key, work, { signal: leaving.signal, priority: random(3) })
    if (n % 10 === 0) setImmediate(() => leaving.abort())
    await run.then(
      () => outcomes.done++,
      (error: Error) => (error.name === 'QueueFullError' ? outcomes.refused++ : outcomes.aborted++),
    )
  })
  await Promise.all(works)
  expect(outcomes.done + outcomes.refused + outcomes.aborted).toBe(2000)
  expect(outcomes.done).toBeGreaterThan(0)
  expect(semaphore.counts()).toEqual({ running: 0, waiting: 0 })
})
