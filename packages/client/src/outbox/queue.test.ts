import { updateLink } from '@nestmark/contract/links/links'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startOutbox } from './outbox.testing.ts'

function stopClock(at: number): void {
  vi.useFakeTimers({ now: at, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('OFFLINE keeps mutations in the order in which the user made them, also within one millisecond', () => {
  const { queueLink, queuedIds } = startOutbox()
  stopClock(Date.now() + 1_000)
  // The keys of a storage are sorted by name in some browsers.
  for (const id of ['c', 'a', 'b']) queueLink(id)
  expect(queuedIds()).toEqual(['c', 'a', 'b'])
})

test('OFFLINE a clock that goes back does not change the order', () => {
  const { queueLink, queuedIds } = startOutbox()
  stopClock(Date.now() + 10_000)
  queueLink('b')
  vi.setSystemTime(Date.now() - 86_400_000)
  queueLink('a')
  expect(queuedIds()).toEqual(['b', 'a'])
})

test('OFFLINE an edited mutation keeps its place and its key, and waits again', () => {
  const { queueLink, queueMutation, queuedIds, readQueue, updateQueued } = startOutbox()
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
  const { openTab, queueLink, queuedIds, readQueue, updateQueued } = startOutbox()
  const otherTab = openTab()
  queueLink('a')
  // Another tab, which has not read what this one has queued.
  const other = { ...readQueue()[0], id: 'b', at: readQueue()[0]!.at + 1 }
  otherTab.setItem('outbox.b', JSON.stringify(other))
  queueLink('c')
  expect(queuedIds().sort()).toEqual(['a', 'b', 'c'])
  // Another tab has sent it.
  otherTab.removeItem('outbox.a')
  updateQueued('a', { state: 'refused' })
  expect(queuedIds().sort()).toEqual(['b', 'c'])
})

test('OFFLINE an unreadable entry does not hold up the others', () => {
  const { queueLink, queuedIds, storage } = startOutbox()
  storage.setItem('outbox.broken', '{"id":')
  queueLink('a')
  expect(queuedIds()).toEqual(['a'])
})

test('OFFLINE neither shows the queue of a user to another one nor deletes it with the session', () => {
  const { clearQueue, queueLink, queuedIds, storage } = startOutbox()
  queueLink('a')
  storage.removeItem('me_id')
  expect(queuedIds()).toEqual([])
  storage.setItem('me_id', 'willem')
  queueLink('b')
  expect(queuedIds()).toEqual(['b'])
  clearQueue()
  storage.setItem('me_id', 'ada')
  expect(queuedIds()).toEqual(['a'])
})

test('OFFLINE queues nothing without a user, or where the browser stores nothing', () => {
  const { queueLink, queuedIds, storage } = startOutbox()
  storage.removeItem('me_id')
  expect(queueLink('a')).toBe(false)
  storage.setItem('me_id', 'ada')
  storage.setItem = () => undefined
  expect(queueLink('a')).toBe(false)
  expect(queuedIds()).toEqual([])
})

test('OFFLINE removes one mutation, and the others stay', () => {
  const { queueLink, queuedIds, removeQueued } = startOutbox()
  for (const id of ['a', 'b', 'c']) queueLink(id)
  removeQueued('b')
  expect(queuedIds()).toEqual(['a', 'c'])
})

test('OFFLINE publishes what another tab queues or removes', () => {
  const { all, filterOwn, openTab, queueLink, texts } = startOutbox()
  const counts: number[] = []
  all.subscribe(() => void counts.push(filterOwn(all.get()).length))
  queueLink('a')
  const otherTab = openTab()
  otherTab.setItem('outbox.b', texts.get('outbox.a')!.replaceAll('"a"', '"b"'))
  otherTab.removeItem('outbox.a')
  expect(counts).toEqual([1, 2, 1])
})
