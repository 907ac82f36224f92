import { updateLink } from '@nestmark/contract/links'
import { expect, onTestFinished, test, vi } from 'vitest'
import { stored } from '../storage.ts'
import { queuedIds, queueLink, startOutbox } from './outbox.testing.ts'
import { clearQueue, queueMutation, readQueue, removeQueued, updateQueued } from './queue.ts'

function stopClock(at: number): void {
  vi.useFakeTimers({ now: at, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('OFFLINE mutations keep the order in which they were made, also within one millisecond', () => {
  startOutbox()
  stopClock(Date.now() + 1_000)
  // The keys of a storage are sorted by name in some browsers.
  for (const id of ['c', 'a', 'b']) queueLink(id)
  expect(queuedIds()).toEqual(['c', 'a', 'b'])
})

test('OFFLINE a clock that is set back does not change the order', () => {
  startOutbox()
  stopClock(Date.now() + 10_000)
  queueLink('b')
  vi.setSystemTime(Date.now() - 86_400_000)
  queueLink('a')
  expect(queuedIds()).toEqual(['b', 'a'])
})

test('OFFLINE a mutation that is edited keeps its place and its key, and waits again', () => {
  startOutbox()
  queueLink('a')
  queueLink('b')
  updateQueued('a', { state: 'refused', sentence: 'No.', theirs: {} })
  queueMutation({ id: 'a', op: updateLink.path, input: { link_id: 'l1' }, title: 'Edited' })
  expect(queuedIds()).toEqual(['a', 'b'])
  expect(readQueue()[0]).toMatchObject({ title: 'Edited', state: 'waiting' })
  expect(readQueue()[0]).not.toHaveProperty('sentence')
  expect(readQueue()[0]).not.toHaveProperty('theirs')
})

test('OFFLINE each mutation has its own key in storage, so that two tabs do not overwrite each other', () => {
  startOutbox()
  queueLink('a')
  // Another tab, which has not read what this one has queued.
  const other = { ...readQueue()[0], id: 'b', at: readQueue()[0]!.at + 1 }
  localStorage.setItem('outbox.b', JSON.stringify(other))
  queueLink('c')
  expect(queuedIds().sort()).toEqual(['a', 'b', 'c'])
  // Another tab has sent it.
  localStorage.removeItem('outbox.a')
  updateQueued('a', { state: 'refused' })
  expect(queuedIds().sort()).toEqual(['b', 'c'])
})

test('OFFLINE an entry that cannot be read does not hold up the others', () => {
  startOutbox()
  localStorage.setItem('outbox.broken', '{"id":')
  queueLink('a')
  expect(queuedIds()).toEqual(['a'])
})

test('OFFLINE the queue of a user is neither shown to another one nor deleted with the session', () => {
  startOutbox()
  queueLink('a')
  stored.clear()
  expect(queuedIds()).toEqual([])
  stored.set('me_id', 'willem')
  queueLink('b')
  expect(queuedIds()).toEqual(['b'])
  clearQueue()
  stored.set('me_id', 'ada')
  expect(queuedIds()).toEqual(['a'])
})

test('OFFLINE nothing is queued without a user, or where the browser stores nothing', () => {
  startOutbox()
  const queue = () => queueMutation({ id: 'a', op: updateLink.path, input: {}, title: 'a' })
  stored.remove('me_id')
  expect(queue()).toBe(false)
  stored.set('me_id', 'ada')
  vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(queue()).toBe(false)
  expect(queuedIds()).toEqual([])
})

test('OFFLINE a removed mutation is gone, the others stay', () => {
  startOutbox()
  for (const id of ['a', 'b', 'c']) queueLink(id)
  removeQueued('b')
  expect(queuedIds()).toEqual(['a', 'c'])
})
