import { createCollection, favouriteCollection } from '@nestmark/contract/collections'
import { favouriteLink, saveLink, updateLink } from '@nestmark/contract/links/links'
import type { Collection } from '@nestmark/contract/shapes'
import { expect, test } from 'vitest'
import { localId } from './localIds.ts'
import { lostAnswer, refusal, startOutbox, toLink } from './outbox.testing.ts'

test('OFFLINE sends mutations one after another, in the order in which the user made them, each with its own key', async () => {
  const { queueLink, queuedIds, sendQueue, server, reported } = startOutbox()
  let running = 0
  let most = 0
  server.answer(saveLink, async () => {
    most = Math.max(most, ++running)
    await new Promise(resolve => setTimeout(resolve))
    running--
    return toLink({})
  })
  for (const id of ['c', 'a', 'b']) queueLink(id)
  await sendQueue()
  expect(server.calls.map(({ options }) => options.idempotencyKey)).toEqual(['c', 'a', 'b'])
  expect(server.calls.map(({ input }) => (input as { name: string }).name)).toEqual(['c', 'a', 'b'])
  expect(most).toBe(1)
  expect(queuedIds()).toEqual([])
  expect(reported.sent).toEqual([3])
  expect(reported.topics).toEqual([...saveLink.touches])
})

test('OFFLINE also sends what the user queues during the sending of the queue', async () => {
  const { queueLink, sendQueue, server } = startOutbox()
  server.answer(saveLink, ({ name }) => {
    if (name === 'a') queueLink('b')
    return toLink({})
  })
  queueLink('a')
  await Promise.all([sendQueue(), sendQueue()])
  expect(server.calls.map(({ options }) => options.idempotencyKey)).toEqual(['a', 'b'])
})

test('OFFLINE saves a link into a collection made offline under the id that the server gave it', async () => {
  const { queueLink, queueMutation, sendQueue, server } = startOutbox()
  server.answer(createCollection, () => ({ _id: 'c9' }) as Collection)
  server.answer(saveLink, () => toLink({}))
  queueMutation({ id: 'made', op: createCollection.path, input: { name: 'Train' }, title: 'Train' })
  queueLink('seat', localId('made'))
  await sendQueue()
  expect(server.calls[1]).toMatchObject({ path: saveLink.path, input: { parent: 'c9' } })
})

test('OFFLINE sends nothing before the server is reachable, and everything when it is', async () => {
  const { queueLink, queuedIds, sendQueue, server, tracker } = startOutbox()
  server.answer(saveLink, () => toLink({}))
  tracker.connection.set('offline')
  queueLink('a')
  await sendQueue()
  expect(server.calls).toEqual([])
  tracker.reportReachable()
  await expect.poll(queuedIds).toEqual([])
  expect(server.calls).toHaveLength(1)
})

test('OFFLINE sending ends when the connection breaks in between', async () => {
  const { queueLink, queuedIds, sendQueue, server, tracker } = startOutbox()
  server.answer(saveLink, () => {
    tracker.connection.set('offline')
    return toLink({})
  })
  for (const id of ['a', 'b']) queueLink(id)
  await sendQueue()
  expect(server.calls).toHaveLength(1)
  expect(queuedIds()).toEqual(['b'])
})

test('OFFLINE sends nothing without a session', async () => {
  const { queueLink, queuedIds, sendQueue, server, token } = startOutbox()
  queueLink('a')
  token.remove()
  await sendQueue()
  expect(server.calls).toEqual([])
  expect(queuedIds()).toEqual(['a'])
})

test('OFFLINE does not send the mutations of another user of the browser', async () => {
  const { queueLink, sendQueue, server, storage } = startOutbox()
  server.answer(saveLink, () => toLink({}))
  queueLink('a')
  storage.setItem('me_id', 'willem')
  queueLink('b')
  await sendQueue()
  expect(server.calls.map(({ options }) => options.idempotencyKey)).toEqual(['b'])
})

test('OFFLINE while another tab sends the queue, this one sends nothing', async () => {
  const { queueLink, sendQueue, server } = startOutbox()
  server.answer(saveLink, () => toLink({}))
  queueLink('a')
  await navigator.locks.request('nestmark-outbox', async () => {
    await sendQueue()
    expect(server.calls).toEqual([])
  })
  await sendQueue()
  expect(server.calls).toHaveLength(1)
})

test('F17 keeps a mutation whose answer got lost, and sends it again with the same key and input', async () => {
  const { queueLink, queuedIds, sendQueue, server, reported } = startOutbox()
  let isLost = true
  server.answer(saveLink, () => {
    if (isLost) throw lostAnswer()
    return toLink({})
  })
  queueLink('a')
  queueLink('b')
  await sendQueue()
  // The later one waits: it may refer to the earlier one.
  expect(server.calls).toHaveLength(1)
  expect(queuedIds()).toEqual(['a', 'b'])
  isLost = false
  await sendQueue()
  expect(server.calls.map(({ options }) => options.idempotencyKey)).toEqual(['a', 'a', 'b'])
  expect(server.calls[1]!.input).toEqual(server.calls[0]!.input)
  expect(reported.sent).toEqual([2])
})

test('OFFLINE C06 two edits of one link do not conflict with each other', async () => {
  const { queueMutation, sendQueue, server } = startOutbox()
  let version = 4
  server.answer(updateLink, () => toLink({ _id: 'l1', version: ++version }))
  server.answer(favouriteLink, () => ({}))
  const edit = (id: string, input: object) =>
    queueMutation({ id, op: updateLink.path, input: { version: 4, ...input }, title: id })
  edit('once', { link_id: 'l1', name: 'Once' })
  edit('other', { link_id: 'l2', name: 'Another link' })
  edit('twice', { link_id: 'l1', name: 'Twice' })
  queueMutation({ id: 'fav', op: favouriteLink.path, input: { link_id: 'l1', fav: 1 }, title: 'fav' })
  await sendQueue()
  const sent = server.calls.slice(0, 3).map(({ input }) => input as { name: string; version: number })
  expect(sent.map(({ name, version: of }) => [name, of])).toEqual([
    ['Once', 4],
    ['Another link', 4],
    ['Twice', 5],
  ])
})

test('OFFLINE does not send an operation that this version of the page does not queue, which holds nothing up', async () => {
  const { queueMutation, readQueue, sendQueue, server } = startOutbox()
  server.answer(favouriteCollection, () => ({}))
  queueMutation({ id: 'old', op: 'no-such-operation', input: {}, title: 'Old' })
  queueMutation({
    id: 'fav',
    op: favouriteCollection.path,
    input: { folder_id: 'c1', is_fav: 1 },
    title: 'Favourite',
  })
  await sendQueue()
  expect(server.calls.map(({ path }) => path)).toEqual([favouriteCollection.path])
  expect(readQueue().filter(({ state }) => state === 'waiting')).toEqual([])
})

test('OFFLINE also sends what the user queues while it reports the end of a sending', async () => {
  let outbox: ReturnType<typeof startOutbox>
  let reports = 0
  outbox = startOutbox({
    onEnd: async () => {
      if (++reports !== 1) return
      outbox.queueLink('b')
      // Its promise is that of the sending that is about to end.
      void outbox.sendQueue()
      await Promise.resolve()
    },
  })
  outbox.server.answer(saveLink, () => toLink({}))
  outbox.queueLink('a')
  await outbox.sendQueue()
  expect(outbox.server.calls.map(({ options }) => options.idempotencyKey)).toEqual(['a', 'b'])
  expect([outbox.queuedIds(), reports]).toEqual([[], 2])
})

test('OFFLINE sends a task of several calls in its place, again after a lost answer, and returns its result', async () => {
  const runs: unknown[] = []
  const results: unknown[] = []
  let isLost = true
  const tasks = {
    tabs: async (input: unknown, key: string) => {
      runs.push([input, key])
      if (isLost) throw lostAnswer()
      return 'a collection'
    },
  }
  const { queueLink, queueMutation, queuedIds, sendQueue, server } = startOutbox({
    tasks,
    onSent: (entry, result) => void results.push([entry.id, result]),
  })
  server.answer(saveLink, () => toLink({ _id: 'l9' }))
  queueMutation({ id: 't', op: 'tabs', input: { name: 'Tabs' }, title: 'Tabs' })
  queueLink('after')
  await sendQueue()
  expect([queuedIds(), results]).toEqual([['t', 'after'], []])
  isLost = false
  await sendQueue()
  expect(runs).toEqual([
    [{ name: 'Tabs' }, 't'],
    [{ name: 'Tabs' }, 't'],
  ])
  expect(results).toMatchObject([
    ['t', 'a collection'],
    ['after', { _id: 'l9' }],
  ])
})

test('OFFLINE a refused task stays with its reason and its code, and holds nothing up', async () => {
  const tasks = {
    keep: async () => {
      throw refusal(402, 'plan.links')
    },
  }
  const { queueLink, queueMutation, readQueue, sendQueue, server } = startOutbox({ tasks })
  server.answer(saveLink, () => toLink({}))
  queueMutation({ id: 'k', op: 'keep', input: {}, title: 'Page' })
  queueLink('after')
  await sendQueue()
  expect(readQueue()).toMatchObject([
    { id: 'k', state: 'refused', code: 'plan.links', sentence: 'The reason is plan.links.' },
  ])
})

test('OFFLINE the answer of a portal in front of the network refuses nothing', async () => {
  const { queueLink, readQueue, sendQueue, server } = startOutbox()
  server.answer(saveLink, () => {
    throw refusal(200, 'server.failed')
  })
  queueLink('a')
  await sendQueue()
  expect(readQueue()).toMatchObject([{ id: 'a', state: 'waiting' }])
})
