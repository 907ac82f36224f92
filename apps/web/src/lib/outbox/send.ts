import { createFolder, favFolder, moveFolders } from '@nestmark/contract/collections'
import { favLink, moveLinks, oneClickSave, saveLink, trashLinks, updateLink } from '@nestmark/contract/links'
import type { Input, Operation, Topic } from '@nestmark/contract/operation'
import type { Collection, Link } from '@nestmark/contract/shapes'
import { outboxTexts as texts } from '@nestmark/texts/outbox'
import { client, Refusal, toSentence } from '../api/client.ts'
import { noteSessionEnd, refresh } from '../api/queryClient.ts'
import { connection, onBack } from '../connection.ts'
import { openOverlay } from '../overlay.ts'
import { toast } from '../toasts.ts'
import { token } from '../token.ts'
import { nowKnown } from './localIds.ts'
import { ticked } from './tick.ts'
import { changeWaiting, dropWaiting, type Waiting, waitingNow } from './waiting.ts'

/** What can be done later: saving and making, which have a key, and deeds that come to the same when they are done twice. */
const operations: Record<string, Operation> = Object.fromEntries(
  [
    saveLink,
    oneClickSave,
    updateLink,
    favLink,
    moveLinks,
    trashLinks,
    createFolder,
    moveFolders,
    favFolder,
  ].map(op => [op.path, op]),
)

const firstPause = 2_000
const longestPause = 60_000
let pause = firstPause
let timer: ReturnType<typeof setTimeout> | undefined
let sending: Promise<void> | null = null

/** Sends what waits, in its order, in one tab at a time. */
export function sendWaiting(): Promise<void> {
  clearTimeout(timer)
  return (sending ??= inTurn(sendAll).finally(() => (sending = null)))
}

async function inTurn(work: () => Promise<void>): Promise<void> {
  // Without locks two tabs may both send: every deed comes to the same.
  if (!('locks' in navigator)) return work()
  await navigator.locks.request('nestmark-outbox', { ifAvailable: true }, async lock => {
    if (lock) await work()
  })
}

async function sendAll(): Promise<void> {
  const touched = new Set<Topic>()
  let sent = 0
  for (;;) {
    const next = waitingNow().find(each => each.state === 'waiting')
    if (!next || connection.get() !== 'up' || token.get() === null) break
    const op = operations[next.op]
    const outcome = op ? await sendOne(op, next) : 'refused'
    if (outcome === 'later') {
      timer = setTimeout(() => void sendWaiting(), pause)
      pause = Math.min(longestPause, pause * 2)
      break
    }
    pause = firstPause
    for (const topic of op?.touches ?? []) touched.add(topic)
    if (outcome === 'sent') sent++
  }
  if (touched.size > 0) await refresh([...touched])
  if (sent > 0) toast({ title: texts.sent(sent) })
}

async function sendOne(op: Operation, entry: Waiting): Promise<'sent' | 'refused' | 'later' | 'again'> {
  try {
    const done = await client.call(op, entry.input as never, { idempotencyKey: entry.id })
    dropWaiting(entry.id)
    if (op.path === updateLink.path) raiseVersion(entry, done as Link)
    if (op.path === createFolder.path) nowKnown(entry.id, (done as Collection)._id)
    return 'sent'
  } catch (error) {
    if (!(error instanceof Refusal) || isPassing(error)) return 'later'
    if (error.status === 401) {
      noteSessionEnd(error)
      return 'later'
    }
    const theirs = error.code === 'links.changedElsewhere' ? (error.data as { link: Link }).link : undefined
    // Seldom wanted, and then there is a network to fetch it.
    if (theirs && (await import('./isDone.ts')).isDone(entry.input as Input<typeof updateLink>, theirs)) {
      dropWaiting(entry.id)
      return 'sent'
    }
    if (theirs && entry.tick) {
      const check_list = ticked(theirs.check_list, entry.tick)
      changeWaiting(entry.id, { input: { link_id: theirs._id, version: theirs.version, check_list } })
      return 'again'
    }
    changeWaiting(entry.id, { state: 'refused', sentence: toSentence(error), theirs })
    toast({
      tone: 'danger',
      title: texts.notSent(entry.title),
      line: toSentence(error),
      action: { label: texts.show, run: () => openOverlay('outbox', {}) },
      time: 10_000,
    })
    return 'refused'
  }
}

/** True for what may be well again by itself: no answer, a busy server, a database that is away, a full disk. */
export function isPassing({ status }: Refusal): boolean {
  return status === 0 || status === 429 || status === 507 || (status >= 502 && status <= 504)
}

/** Later edits of the same link began with what this one has changed: they are not outdated by it. */
function raiseVersion(sent: Waiting, link: Link): void {
  const { version } = sent.input as Input<typeof updateLink>
  for (const later of waitingNow()) {
    const input = later.input as Input<typeof updateLink>
    if (later.op === updateLink.path && input.link_id === link._id && input.version === version)
      changeWaiting(later.id, { input: { ...input, version: link.version } })
  }
}

onBack(() => void sendWaiting())
