import { saveLink } from '@nestmark/contract/links'
import type { Link } from '@nestmark/contract/shapes'
import { Refusal } from '@nestmark/contract/client'
import { onTestFinished } from 'vitest'
import { type FakeClient, fakeClient } from '../api/fakeClient.testing.ts'
import { connection } from '../connection.ts'
import { openAnswer } from '../encryption/openAnswer.ts'
import { fakePage } from '../fakePage.testing.ts'
import { stored } from '../storage.ts'
import { clearQueue, queueMutation, readQueue } from './queue.ts'
import { sendQueue } from './send.ts'

/** Signs a user in, with an empty queue and a server that answers. */
export function startOutbox(): FakeClient {
  fakePage()
  const before = connection.get()
  connection.set('up')
  // The page remembers encrypted links, also those of the tests of another file.
  void openAnswer(['l1', 'l2'].map(_id => toLink({ _id, enc: 0 })))
  onTestFinished(async () => {
    stored.set('me_id', 'ada')
    clearQueue()
    // Also ends the timer of the next attempt.
    await sendQueue()
    connection.set(before)
  })
  return fakeClient()
}

/** Queues a new link. */
export function queueLink(id: string, parent: string | null = null): void {
  const input = { link: `https://example.org/${id}`, name: id, category: 3, parent }
  queueMutation({ id, op: saveLink.path, input, title: id })
}

export const queuedIds = (): string[] => readQueue().map(({ id }) => id)

/** Returns a link as the server answers. */
export const toLink = (part: Partial<Link>): Link =>
  ({ _id: 'l1', name: '', desc: '', link: '', tags: [], check_list: [], s3_key: [], ...part }) as Link

export const refusal = (status: number, code: Refusal['code'], data?: unknown): Refusal =>
  new Refusal({ status, code, message: `The reason is ${code}.`, data })

/** The connection breaks, possibly after the server has executed the call. */
export const lostAnswer = (): Refusal => refusal(0, 'network')
