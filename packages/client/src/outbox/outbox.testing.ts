import { Refusal } from '@nestmark/contract/client'
import { saveLink } from '@nestmark/contract/links/links'
import type { Topic } from '@nestmark/contract/operation'
import type { Link } from '@nestmark/contract/shapes'
import { onTestFinished } from 'vitest'
import { createConnection } from '../connection.ts'
import { createFakeServer } from '../fakeServer.testing.ts'
import { createMemoryStorage } from '../memoryStorage.testing.ts'
import { createTokenStore } from '../token.ts'
import { createLocalIds } from './localIds.ts'
import { createQueue } from './queue.ts'
import { createSender, type SenderOptions } from './send.ts'

/**
 * Creates the outbox of a device on which Ada is signed in, and a server that answers.
 * @param more what the sender gets in place of, or besides, the usual
 */
export function startOutbox(more: Partial<SenderOptions> = {}) {
  const { texts, openTab } = createMemoryStorage()
  const storage = openTab()
  storage.setItem('me_id', 'ada')
  const server = createFakeServer()
  const queue = createQueue(storage)
  const localIds = createLocalIds(queue)
  const token = createTokenStore(storage, () => undefined)
  token.set('a token')
  const tracker = createConnection({ isOffline: () => false })
  /** What the client was notified of: the numbers of mutations that were sent, and the refused ones. */
  const reported = { sent: [] as number[], topics: [] as Topic[], refused: [] as string[], ended: 0 }
  const sendQueue = createSender({
    client: server,
    queue,
    localIds,
    token,
    tracker,
    formatError: error => (error instanceof Error ? error.message : ''),
    onSessionEnd: () => void reported.ended++,
    onRefused: (entry, sentence) => void reported.refused.push(`${entry.title}: ${sentence}`),
    onEnd(count, topics) {
      if (count > 0) reported.sent.push(count)
      reported.topics.push(...topics)
    },
    ...more,
  })
  tracker.onReconnect(() => void sendQueue())
  onTestFinished(async () => {
    queue.clearQueue()
    // Also ends the timer of the next attempt.
    await sendQueue()
  })
  /** Queues a new link. */
  const queueLink = (id: string, parent: string | null = null) => {
    const input = { link: `https://example.org/${id}`, name: id, category: 3, parent }
    return queue.queueMutation({ id, op: saveLink.path, input, title: id })
  }
  const queuedIds = (): string[] => queue.readQueue().map(({ id }) => id)
  return {
    texts,
    openTab,
    storage,
    server,
    token,
    tracker,
    reported,
    sendQueue,
    queueLink,
    queuedIds,
    ...queue,
    ...localIds,
  }
}

/** Returns a link as the server answers. */
export const toLink = (part: Partial<Link>): Link =>
  ({ _id: 'l1', name: '', desc: '', link: '', tags: [], check_list: [], s3_key: [], ...part }) as Link

export const refusal = (status: number, code: Refusal['code'], data?: unknown): Refusal =>
  new Refusal({ status, code, message: `The reason is ${code}.`, data })

/** The connection breaks, possibly after the server has executed the call. */
export const lostAnswer = (): Refusal => refusal(0, 'network')
