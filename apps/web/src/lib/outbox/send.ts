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
import { client, Refusal, formatError } from '../api/client.ts'
import { reportSessionEnd, refresh } from '../api/queryClient.ts'
import { connection, onReconnect } from '../connection.ts'
import { openOverlay } from '../overlay.ts'
import { ShownError } from '@nestmark/client/shownError'
import { toast } from '../toasts.ts'
import { token } from '../token.ts'
import { setRealId } from './localIds.ts'
import { applyTick } from './tick.ts'
import { updateQueued, removeQueued, type QueuedMutation, readQueue } from './queue.ts'

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
let pause = minPause
let timer: ReturnType<typeof setTimeout> | undefined
let sending: Promise<void> | null = null

/** Sends the queued mutations in order, in one tab at a time. */
export function sendQueue(): Promise<void> {
  clearTimeout(timer)
  return (sending ??= withLock(sendAll).finally(() => (sending = null)))
}

async function withLock(task: () => Promise<void>): Promise<void> {
  // Without locks two tabs may both send, which is safe because every mutation is idempotent.
  if (!('locks' in navigator)) return task()
  await navigator.locks.request('nestmark-outbox', { ifAvailable: true }, async lock => {
    if (lock) await task()
  })
}

async function sendAll(): Promise<void> {
  const touchedTopics = new Set<Topic>()
  let sent = 0
  for (;;) {
    const next = readQueue().find(each => each.state === 'waiting')
    if (!next || connection.get() !== 'up' || token.get() === null) break
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
  if (touchedTopics.size > 0) await refresh([...touchedTopics])
  if (sent > 0) toast({ title: texts.sent(sent) })
}

async function sendOne(
  op: Operation,
  entry: QueuedMutation,
): Promise<'sent' | 'refused' | 'later' | 'again'> {
  try {
    const result = await client.call(op, entry.input as never, { idempotencyKey: entry.id })
    removeQueued(entry.id)
    if (op.path === updateLink.path) updateVersions(entry, result as Link)
    if (op.path === createCollection.path) setRealId(entry.id, (result as Collection)._id)
    return 'sent'
  } catch (error) {
    // A decision of the page or of the person, such as Stop.
    if (error instanceof ShownError) return refuseQueued(entry, formatError(error))
    if (!(error instanceof Refusal) || isTransient(error)) return 'later'
    if (error.status === 401) {
      reportSessionEnd(error)
      return 'later'
    }
    const current = error.code === 'links.changedElsewhere' ? (error.data as { link: Link }).link : undefined
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

/** Keeps a mutation for its user, who decides what becomes of it. */
function refuseQueued(entry: QueuedMutation, sentence: string, theirs?: Link): 'refused' {
  updateQueued(entry.id, { state: 'refused', sentence, theirs })
  toast({
    tone: 'danger',
    title: texts.notSent(entry.title),
    line: sentence,
    action: { label: texts.show, run: () => openOverlay('outbox', {}) },
    duration: 10_000,
  })
  return 'refused'
}

/** Returns true for failures that may pass: no answer, a busy server, an unreachable database, a full disk. */
export function isTransient({ status }: Refusal): boolean {
  return status === 0 || status === 429 || status === 507 || (status >= 502 && status <= 504)
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

onReconnect(() => void sendQueue())
