import { saveLink, updateLink } from '@nestmark/contract/links/links'
import type { Link } from '@nestmark/contract/shapes'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isTransient } from '../refusals.ts'
import { ShownError } from '../shownError.ts'
import { lostAnswer, refusal, startOutbox as start, toLink } from './outbox.testing.ts'

function startOutbox() {
  const outbox = start()
  /** Queues an edit of a link in version 1. */
  const queueEdit = (input: object, more: object = {}) =>
    outbox.queueMutation({
      id: 'edit',
      op: updateLink.path,
      input: { link_id: 'l1', version: 1, ...input },
      title: 'An edit',
      ...more,
    })
  return { ...outbox, queueEdit }
}

const changedElsewhere = (link: Partial<Link>) =>
  refusal(409, 'links.changedElsewhere', { link: toLink({ _id: 'l1', version: 2, ...link }) })

test('OFFLINE a refused mutation stays with its reason and does not hold up the later ones', async () => {
  const { queueLink, readQueue, sendQueue, server, reported } = startOutbox()
  server.answer(saveLink, ({ name }) => {
    if (name === 'a') throw refusal(402, 'plan.links')
    return toLink({})
  })
  queueLink('a')
  queueLink('b')
  await sendQueue()
  expect(readQueue()).toMatchObject([{ id: 'a', state: 'refused', sentence: 'The reason is plan.links.' }])
  expect(reported.refused).toEqual(['a: The reason is plan.links.'])
  // Only the user sends it again.
  await sendQueue()
  expect(server.calls).toHaveLength(2)
})

test('OFFLINE ENC-07 sends a mutation that the person stopped again only when they ask for it', async () => {
  const { queueLink, readQueue, sendQueue, server } = startOutbox()
  server.answer(saveLink, () => {
    throw new ShownError('Stopped.')
  })
  queueLink('a')
  await sendQueue()
  expect(readQueue()).toMatchObject([{ id: 'a', state: 'refused', sentence: 'Stopped.' }])
})

test('OFFLINE C06 does not send an edit over a link that changed elsewhere, and keeps both versions', async () => {
  const { queueEdit, readQueue, sendQueue, server } = startOutbox()
  server.answer(updateLink, () => {
    throw changedElsewhere({ name: 'Their words' })
  })
  queueEdit({ name: 'My words' })
  await sendQueue()
  expect(server.calls).toHaveLength(1)
  expect(readQueue()).toMatchObject([
    {
      state: 'refused',
      input: { name: 'My words', version: 1 },
      theirs: { name: 'Their words', version: 2 },
    },
  ])
})

test('F17 C06 an edit with a lost answer does not conflict with itself', async () => {
  const { queueEdit, queuedIds, sendQueue, server, reported } = startOutbox()
  let tries = 0
  server.answer(updateLink, () => {
    if (++tries === 1) throw lostAnswer()
    throw changedElsewhere({ name: 'My words', desc: 'Others did not touch this' })
  })
  queueEdit({ name: 'My words' })
  await sendQueue()
  await sendQueue()
  expect(tries).toBe(2)
  expect(queuedIds()).toEqual([])
  expect(reported.sent).toEqual([1])
})

test('OFFLINE applies a tick of a list that changed elsewhere to the list of the server', async () => {
  const { queueEdit, queuedIds, sendQueue, server } = startOutbox()
  const theirs = ['Milk', 'Flour', 'Salt'].map(text => ({ text, done: text === 'Milk' }))
  let version = 2
  server.answer(updateLink, ({ version: mine }) => {
    if (mine !== version) throw changedElsewhere({ version, check_list: theirs })
    return toLink({ version: ++version })
  })
  const mine = [
    { text: 'Flour', done: false },
    { text: 'Salt', done: true },
  ]
  queueEdit({ check_list: mine }, { tick: { text: 'Salt', place: 1, done: true } })
  await sendQueue()
  expect(server.calls[1]!.input).toEqual({
    link_id: 'l1',
    version: 2,
    check_list: [
      { text: 'Milk', done: true },
      { text: 'Flour', done: false },
      { text: 'Salt', done: true },
    ],
  })
  expect(queuedIds()).toEqual([])
})

test('OFFLINE an expired session ends the session of the page and deletes nothing of the queue', async () => {
  const { queueLink, readQueue, sendQueue, server, reported } = startOutbox()
  server.answer(saveLink, () => {
    throw refusal(401, 'session.expired')
  })
  queueLink('a')
  queueLink('b')
  await sendQueue()
  expect(reported.ended).toBe(1)
  expect(server.calls).toHaveLength(1)
  expect(readQueue().map(({ id, state }) => [id, state])).toEqual([
    ['a', 'waiting'],
    ['b', 'waiting'],
  ])
})

test('OFFLINE after a temporary failure the page tries again by itself, each time after a longer pause', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { queueLink, queuedIds, sendQueue, server } = startOutbox()
  // A change that was sent ends the long pauses of earlier failures.
  server.answer(saveLink, () => toLink({}))
  queueLink('first')
  await sendQueue()
  server.calls.length = 0
  let failures = 3
  server.answer(saveLink, () => {
    if (failures-- > 0) throw refusal(503, 'server.failed')
    return toLink({})
  })
  queueLink('a')
  await sendQueue()
  for (const [seconds, calls] of [
    [2, 2],
    [4, 3],
    [8, 4],
  ] as const) {
    await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1)
    expect(server.calls).toHaveLength(calls - 1)
    await vi.advanceTimersByTimeAsync(1)
    await expect.poll(() => server.calls.length).toBe(calls)
  }
  await expect.poll(queuedIds).toEqual([])
})

test('OFFLINE treats a busy server, one without its database and a full disk as temporary, and not a refusal', () => {
  const transient = [0, 429, 502, 503, 504, 507].map(status => isTransient(refusal(status, 'server.failed')))
  expect(transient.every(Boolean)).toBe(true)
  const final = [400, 402, 403, 404, 409, 500].map(status => isTransient(refusal(status, 'server.failed')))
  expect(final.some(Boolean)).toBe(false)
})
