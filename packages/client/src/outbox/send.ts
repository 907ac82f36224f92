import { type Client, Refusal } from '@nestmark/contract/client'
import { createCollection, favouriteCollection, moveCollections } from '@nestmark/contract/collections'
import { saveHighlight } from '@nestmark/contract/highlights'
import {
  favouriteLink,
  moveLinks,
  oneClickSave,
  saveLink,
  trashLinks,
  updateLink,
} from '@nestmark/contract/links'
import type { Input, Operation, Topic } from '@nestmark/contract/operation'
import type { Collection, Link } from '@nestmark/contract/shapes'
import { outboxTexts as texts } from '@nestmark/texts/outbox'
import type { ConnectionTracker } from '../connection.ts'
import { isTransient } from '../refusals.ts'
import { ShownError } from '../shownError.ts'
import type { TokenStore } from '../token.ts'
import type { LocalIds } from './localIds.ts'
import type { Queue, QueuedMutation } from './queue.ts'
import { applyTick } from './tick.ts'

/** The operations that can be queued: creations, which have an idempotency key, and idempotent ones. */
const operations: Record<string, Operation> = Object.fromEntries(
  [
    saveLink,
    oneClickSave,
    updateLink,
    favouriteLink,
    moveLinks,
    trashLinks,
    createCollection,
    moveCollections,
    favouriteCollection,
    saveHighlight,
  ].map(op => [op.path, op]),
)

const minPause = 2_000
const maxPause = 60_000

export interface SenderOptions {
  client: Pick<Client, 'call'>
  queue: Queue
  localIds: LocalIds
  token: Pick<TokenStore, 'get'>
  tracker: Pick<ConnectionTracker, 'connection'>
  /** Returns the sentence for an error that the user reads. */
  formatError: (error: unknown) => string
  /** The server has answered that the session has ended. */
  onSessionEnd: (refusal: Refusal) => void
  /** A mutation was refused. It stays in the queue for its user, who decides what becomes of it. */
  onRefused: (entry: QueuedMutation, sentence: string) => void
  /**
   * All that could be sent was sent.
   * @param count the number of mutations that the server has executed
   * @param topics what they and the refused ones touch
   */
  onEnd: (count: number, topics: readonly Topic[]) => Promise<void> | void
}

/**
 * Creates the function that sends the queued mutations in order, in one tab at a time, and again after a failure that may
 * pass. It is called after each reconnection.
 */
export function createSender(options: SenderOptions): () => Promise<void> {
  const { client, queue, localIds, token, tracker, formatError } = options
  const { readQueue, removeQueued, updateQueued } = queue
  let pause = minPause
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> | null = null

  function sendQueue(): Promise<void> {
    clearTimeout(timer)
    return (sending ??= withLock(sendAll).finally(() => (sending = null)))
  }

  async function sendAll(): Promise<void> {
    const touchedTopics = new Set<Topic>()
    let sent = 0
    for (;;) {
      const next = readQueue().find(each => each.state === 'waiting')
      if (!next || tracker.connection.get() !== 'up' || token.get() === null) break
      const op = operations[next.op]
      const outcome = op ? await sendOne(op, next) : refuseQueued(next, texts.unknown)
      if (outcome === 'later') {
        timer = setTimeout(() => void sendQueue(), pause)
        pause = Math.min(maxPause, pause * 2)
        break
      }
      pause = minPause
      for (const topic of op?.touches ?? []) touchedTopics.add(topic)
      if (outcome === 'sent') sent++
    }
    await options.onEnd(sent, [...touchedTopics])
  }

  async function sendOne(
    op: Operation,
    entry: QueuedMutation,
  ): Promise<'sent' | 'refused' | 'later' | 'again'> {
    try {
      const result = await client.call(op, entry.input as never, { idempotencyKey: entry.id })
      removeQueued(entry.id)
      if (op.path === updateLink.path) updateVersions(entry, result as Link)
      if (op.path === createCollection.path) localIds.setRealId(entry.id, (result as Collection)._id)
      return 'sent'
    } catch (error) {
      // A decision of the page or of the person, such as Stop.
      if (error instanceof ShownError) return refuseQueued(entry, formatError(error))
      if (!(error instanceof Refusal) || isTransient(error)) return 'later'
      if (error.status === 401) {
        options.onSessionEnd(error)
        return 'later'
      }
      const current =
        error.code === 'links.changedElsewhere' ? (error.data as { link: Link }).link : undefined
      // Rarely needed, and at that point there is a connection to load it.
      if (
        current &&
        (await import('./isApplied.ts')).isApplied(entry.input as Input<typeof updateLink>, current)
      ) {
        removeQueued(entry.id)
        return 'sent'
      }
      if (current && entry.tick) {
        const check_list = applyTick(current.check_list, entry.tick)
        updateQueued(entry.id, { input: { link_id: current._id, version: current.version, check_list } })
        return 'again'
      }
      return refuseQueued(entry, formatError(error), current)
    }
  }

  function refuseQueued(entry: QueuedMutation, sentence: string, theirs?: Link): 'refused' {
    updateQueued(entry.id, { state: 'refused', sentence, theirs })
    options.onRefused(entry, sentence)
    return 'refused'
  }

  /** Sets the new version in later edits of the same link, because they already contain the change of this edit. */
  function updateVersions(sent: QueuedMutation, link: Link): void {
    const { version } = sent.input as Input<typeof updateLink>
    for (const later of readQueue()) {
      const input = later.input as Input<typeof updateLink>
      if (later.op === updateLink.path && input.link_id === link._id && input.version === version)
        updateQueued(later.id, { input: { ...input, version: link.version } })
    }
  }

  return sendQueue
}

async function withLock(task: () => Promise<void>): Promise<void> {
  // Without locks two tabs may both send, which is safe because every mutation is idempotent.
  if (!('locks' in navigator)) return task()
  await navigator.locks.request('nestmark-outbox', { ifAvailable: true }, async lock => {
    if (lock) await task()
  })
}
