import { favouriteLink, saveLink } from '@nestmark/contract/links/links'
import type { Link } from '@nestmark/contract/shapes'
import { Refusal } from '@nestmark/contract/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeClient } from './fakeClient.testing.ts'
import { onSessionEnd } from './queryClient.ts'
import { connection, reportReachable } from '../connection.ts'
import { fakePage, readToasts } from '../fakePage.testing.ts'
import { stored } from '../browser/storage.ts'
import { clearQueue, queueMutation, readQueue } from '../outbox/queue.ts'
import { sendQueue } from './sendQueue.ts'

/** Signs a user in, with two queued mutations and a server that answers. */
function startPage() {
  fakePage()
  const before = connection.get()
  connection.set('up')
  const input = { link: 'https://example.org/', name: 'Seat', category: 3, parent: null }
  queueMutation({ id: 'seat', op: saveLink.path, input, title: 'Seat' })
  queueMutation({
    id: 'fav',
    op: favouriteLink.path,
    input: { link_id: 'l1', is_fav: 1 },
    title: 'Favourite',
  })
  onTestFinished(async () => {
    clearQueue()
    // Also ends the timer of the next attempt.
    await sendQueue()
    connection.set(before)
  })
  const server = fakeClient()
  server.answer(saveLink, () => ({ _id: 'l1' }) as Link)
  server.answer(favouriteLink, () => ({}))
  const refuse = (status: number, code: Refusal['code']) =>
    server.answer(saveLink, () => {
      throw new Refusal({ status, code, message: `The reason is ${code}.` })
    })
  return { server, refuse }
}

test('OFFLINE the page says how much it sent, and what the server rejected and why', async () => {
  const { refuse } = startPage()
  refuse(402, 'plan.links')
  await sendQueue()
  expect(readToasts()).toEqual(['“Seat” couldn’t be sent The reason is plan.links.', '1 change was sent'])
  expect(readQueue()).toMatchObject([{ id: 'seat', state: 'refused' }])
})

test('OFFLINE sends nothing before the server is reachable, and everything when it is', async () => {
  const { server } = startPage()
  connection.set('offline')
  await sendQueue()
  expect(server.calls).toEqual([])
  reportReachable()
  await expect.poll(readQueue).toEqual([])
  await expect.poll(readToasts).toEqual(['2 changes were sent'])
})

test('OFFLINE the queue survives the end of the session, in which it ends the session of the page', async () => {
  const { refuse } = startPage()
  const ended = vi.fn<() => void>()
  onTestFinished(onSessionEnd(ended))
  refuse(401, 'session.expired')
  await sendQueue()
  expect(ended).toHaveBeenCalledTimes(1)
  stored.clear()
  expect(readQueue()).toEqual([])
  stored.set('me_id', 'ada')
  expect(readQueue().map(({ id }) => id)).toEqual(['seat', 'fav'])
})
