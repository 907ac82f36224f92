import { afterEach, describe, expect, test } from 'vitest'
import { createFetcher } from '../requests/fetchPage.ts'
import { expectRefusal } from '../testing/refusal.testing.ts'
import { serveRaw, type TestServer } from '../testing/web.testing.ts'

const opened: TestServer[] = []
afterEach(async () => {
  for (const web of opened.splice(0)) await web.close()
})
const noneOpen = (web: TestServer) => expect.poll(() => web.open.size).toBe(0)

describe('S11 S14 slots', () => {
  const one = { running: 1, perCaller: 1, waiting: 4, waitingPerCaller: 4 }
  const person = (key: string) => ({ kind: 'person', key }) as const

  test('S11 S14 at most 24 concurrently and 4 per caller, a bounded queue, and a timeout frees its slot', async () => {
    const web = await serveRaw(() => {})
    opened.push(web)
    const { fetchPage } = createFetcher({
      allowPrivate: [web.hostPort],
      firstByteMs: 1000,
      failureMs: 0,
      shares: { maxWaitMs: 60_000 },
    })
    const ask = (key: string) => expectRefusal(fetchPage(web.origin, { maxBytes: 10, caller: person(key) }))
    const adas = Array.from({ length: 24 }, () => ask('ada'))
    await expect.poll(() => web.open.size).toBe(4)
    const others = Array.from({ length: 28 }, (_, n) => ask(`other ${n % 7}`))
    await expect.poll(() => web.open.size).toBe(24)
    const reasons = (await Promise.all(adas)).map(({ reason }) => reason)
    expect(reasons.filter(reason => reason === 'busy')).toHaveLength(4)
    expect(reasons.filter(reason => reason === 'first-byte-timeout')).toHaveLength(20)
    for (const { reason } of await Promise.all(others)) expect(reason).toBe('first-byte-timeout')
    expect(web.connections).toBe(48)
  })
  test('S11 visitors and jobs have separate pools within it, shared fairly', async () => {
    const web = await serveRaw(() => {})
    opened.push(web)
    const { fetchPage, close } = createFetcher({ allowPrivate: [web.hostPort], failureMs: 0 })
    const ask = (kind: 'visitor' | 'job', key: string) =>
      expectRefusal(fetchPage(web.origin, { maxBytes: 10, caller: { kind, key } }))
    const all = ['a', 'b', 'c', 'd', 'e'].flatMap(key => [1, 2, 3].map(() => ask('visitor', key)))
    await expect.poll(() => web.open.size).toBe(6)
    all.push(...['a', 'b', 'c', 'd', 'e'].flatMap(key => [1, 2, 3].map(() => ask('job', key))))
    await expect.poll(() => web.open.size).toBe(14)
    close()
    await Promise.all(all)
    expect(web.connections).toBe(14)
  })
  test('S14 an abort by the caller frees the slot and closes the socket immediately', async () => {
    const web = await serveRaw(() => {})
    opened.push(web)
    const { fetchPage } = createFetcher({ allowPrivate: [web.hostPort], shares: { total: one } })
    const caller = new AbortController()
    const first = expectRefusal(fetchPage(web.origin, { maxBytes: 10, signal: caller.signal }))
    await expect.poll(() => web.open.size).toBe(1)
    caller.abort()
    expect(await first).toMatchObject({ reason: 'aborted' })
    await noneOpen(web)
    const other = new AbortController()
    const second = expectRefusal(fetchPage(web.origin, { maxBytes: 10, signal: other.signal }))
    await expect.poll(() => web.open.size).toBe(1)
    other.abort()
    expect(await second).toMatchObject({ reason: 'aborted' })
  })
  test('S11 rejects a fetch that waits too long as busy', async () => {
    const web = await serveRaw(() => {})
    opened.push(web)
    const more = { shares: { total: one, maxWaitMs: 100 }, firstByteMs: 400, failureMs: 0 }
    const { fetchPage } = createFetcher({ allowPrivate: [web.hostPort], ...more })
    const [, late] = [0, 1].map(() => expectRefusal(fetchPage(web.origin, { maxBytes: 10 })))
    expect(await late).toMatchObject({ reason: 'busy' })
  })
  test('close aborts running fetches and refuses later ones', async () => {
    const web = await serveRaw(() => {})
    opened.push(web)
    const fetcher = createFetcher({ allowPrivate: [web.hostPort] })
    const first = expectRefusal(fetcher.fetchPage(web.origin, { maxBytes: 10 }))
    await expect.poll(() => web.open.size).toBe(1)
    fetcher.close()
    expect(await first).toMatchObject({ reason: 'aborted' })
    expect(await expectRefusal(fetcher.fetchPage(web.origin, { maxBytes: 10 }))).toMatchObject({
      reason: 'aborted',
    })
    await noneOpen(web)
  })
})
