import { type Client, Refusal } from '@nestmark/contract/client'
import { createCollection, favouriteCollection, moveCollections } from '@nestmark/contract/collections'
import { saveHighlight } from '@nestmark/contract/reading/highlights'
import {
  favouriteLink,
  moveLinks,
  oneClickSave,
  saveLink,
  trashLinks,
  updateLink,
} from '@nestmark/contract/links/links'
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
  /**
   * Executes mutations that are more than one call, by the name in `op`. They can be repeated with the same key, and then
   * have the effect of one.
   * @throws Refusal
   */
  tasks?: Readonly<Record<string, (input: unknown, key: string) => Promise<unknown>>>
  queue: Queue
  /**
   * Which mutations this sender sends; all by default. What takes minutes has a separate sender, so that no other
   * mutation waits for it. Its mutations must not refer to those of the other.
   */
  filter?: (entry: QueuedMutation) => boolean
  /** The name of the lock by which one tab at a time sends. */
  lock?: string
  localIds: LocalIds
  token: Pick<TokenStore, 'get'>
  tracker: Pick<ConnectionTracker, 'connection'>
  /** Returns the sentence for an error that the user reads. */
  formatError: (error: unknown) => string
  /** The server has answered that the session has ended. */
  onSessionEnd: (refusal: Refusal) => void
  /** A mutation was executed. */
  onSent?: (entry: QueuedMutation, result: unknown) => void
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
  const { client, tasks = {}, queue, localIds, token, tracker, formatError } = options
  const { filter = () => true, lock = 'nestmark-outbox' } = options
  const { readQueue, removeQueued, updateQueued } = queue
  let pause = minPause
  let timer: ReturnType<typeof setTimeout> | undefined
  const sendWhileAsked = createLoop(() => withLock(lock, sendAll))

  function sendQueue(): Promise<void> {
    clearTimeout(timer)
    return sendWhileAsked()
  }

  async function sendAll(): Promise<void> {
    const touchedTopics = new Set<Topic>()
    let sent = 0
    for (;;) {
      const next = readQueue().find(each => each.state === 'waiting' && filter(each))
      if (!next || tracker.connection.get() !== 'up' || token.get() === null) break
      const outcome = await sendOne(next)
      if (outcome === 'later') {
        timer = setTimeout(() => void sendQueue(), pause)
        pause = Math.min(maxPause, pause * 2)
        break
      }
      pause = minPause
      for (const topic of operations[next.op]?.touches ?? []) touchedTopics.add(topic)
      if (outcome === 'sent') sent++
    }
    await options.onEnd(sent, [...touchedTopics])
  }

  async function sendOne(entry: QueuedMutation): Promise<'sent' | 'refused' | 'later' | 'again'> {
    const op = operations[entry.op]
    const task = tasks[entry.op]
    if (!op && !task) return refuseQueued(entry, texts.unknown)
    try {
      const result = op
        ? await client.call(op, entry.input as never, { idempotencyKey: entry.id })
        : await task?.(entry.input, entry.id)
      removeQueued(entry.id)
      options.onSent?.(entry, result)
      if (op?.path === updateLink.path) updateVersions(entry, result as Link)
      if (op?.path === createCollection.path) localIds.setRealId(entry.id, (result as Collection)._id)
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
      return refuseQueued(entry, formatError(error), { code: error.code, theirs: current })
    }
  }

  function refuseQueued(
    entry: QueuedMutation,
    sentence: string,
    why: Pick<QueuedMutation, 'code' | 'theirs'> = {},
  ): 'refused' {
    updateQueued(entry.id, { state: 'refused', sentence, ...why })
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

/**
 * Returns a function that runs work, one run at a time. A call during a run has the work run once more, and waits for that
 * too.
 */
function createLoop(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let isAsked = false
  async function run(): Promise<void> {
    try {
      while (isAsked) {
        isAsked = false
        await work()
      }
    } finally {
      // In the same turn as the last check: a call in between would wait for nothing.
      running = null
    }
  }
  return () => {
    isAsked = true
    return (running ??= run())
  }
}

async function withLock(name: string, task: () => Promise<void>): Promise<void> {
  // Without locks two tabs may both send, which is safe because every mutation is idempotent.
  if (!('locks' in navigator)) return task()
  await navigator.locks.request(name, { ifAvailable: true }, async lock => {
    if (lock) await task()
  })
}
