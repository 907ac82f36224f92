import { createLocalIds } from '@nestmark/client/outbox/localIds'
import type { QueuedMutation } from '@nestmark/client/outbox/queue'
import { createSender } from '@nestmark/client/outbox/send'
import { randomKey } from '@nestmark/client/randomKey'
import { browser } from '../lib/browser.ts'
import type { Task } from '../lib/tasks.ts'
import { showQueueBadge } from './badge.ts'
import { dropCapture } from './captures.ts'
import { type Own, openOwn } from './own.ts'
import { awayProblem, toProblem } from './problem.ts'
import { type Outcome, type QueuedTask, toQueued } from './queue.ts'
import { createTasks } from './runTask.ts'

/** The alarm that sends the queue again; browsers allow no shorter period than 30 s. */
export const queueAlarm = 'queue'
const alarmMinutes = 0.5

interface End {
  isDone: boolean
  result?: unknown
}

let opened: Promise<Outbox> | undefined

/** Returns what waits for the server. Whatever has started the background: it is sent. */
export function openOutbox(): Promise<Outbox> {
  opened ??= openOwn().then(own => {
    const outbox = new Outbox(own)
    void outbox.send()
    return outbox
  })
  return opened
}

const isKeep = ({ op }: QueuedMutation) => op === 'keep'

/** The outbox of the extension: each task is on the disk before it is sent. */
export class Outbox {
  readonly #own: Own
  /** Those who wait for the end of a task. */
  readonly #waiting = new Map<string, (end: End) => void>()
  readonly #sendTasks: () => Promise<void>
  /** Captured pages take minutes: no other task waits for them. */
  readonly #sendPages: () => Promise<void>

  constructor(own: Own) {
    this.#own = own
    this.#sendTasks = this.#createSender('tasks', entry => !isKeep(entry))
    this.#sendPages = this.#createSender('pages', isKeep)
    own.tracker.onReconnect(() => void this.send())
  }

  /** Stores a task, sends the queue, and returns what became of the task. */
  async add(task: Task): Promise<Outcome> {
    const id = randomKey()
    await this.#store(task, id)
    return this.#sendUntil(id)
  }

  /** Sends a refused task again, as it is or changed. @returns null when it is not in the queue any more */
  async retry(id: string, change?: (task: Task) => Task): Promise<Outcome | null> {
    const { queue } = this.#own
    const entry = queue.all.get().find(each => each.id === id)
    if (!entry) return null
    if (!change) {
      queue.updateQueued(id, { state: 'waiting' })
      return this.#sendUntil(id)
    }
    // Another input is another call: it needs another key.
    const next = randomKey()
    await this.#store(change(entry.input as Task), next)
    queue.removeQueued(id)
    return this.#sendUntil(next)
  }

  async discard(id: string): Promise<void> {
    const { queue } = this.#own
    const task = queue.all.get().find(each => each.id === id)?.input as Task | undefined
    queue.removeQueued(id)
    if (task && 'captureId' in task && task.captureId) await dropCapture(task.captureId)
    await showQueueBadge()
  }

  /** Sends what waits, in order. */
  async send(): Promise<void> {
    // The call itself finds out whether the server is reachable again.
    this.#own.tracker.connection.set('up')
    await this.#sendTasks()
    void this.#sendPages()
  }

  /** Returns all tasks, the oldest first, with those of other persons of this browser. */
  list(): QueuedTask[] {
    return this.#toQueued(this.#own.queue.all.get())
  }

  /** Returns the tasks of the person who is connected, or was the last one, the oldest first. */
  listOwn(): QueuedTask[] {
    return this.#toQueued(this.#own.queue.readQueue())
  }

  #toQueued(entries: readonly QueuedMutation[]): QueuedTask[] {
    const { token, tracker } = this.#own
    const now = { isEnded: token.get() === null, isAway: tracker.connection.get() !== 'up' }
    return entries.map(entry => toQueued(entry, now))
  }

  #createSender(lock: string, filter: (entry: QueuedMutation) => boolean): () => Promise<void> {
    const { calls, queue, token, tracker } = this.#own
    return createSender({
      lock,
      filter,
      client: calls,
      tasks: createTasks(this.#own, (task, key) => this.#store(task, key)),
      queue,
      localIds: createLocalIds(queue),
      token,
      tracker,
      formatError: error => toProblem(error).message,
      // `own.send` has removed the key.
      onSessionEnd: () => undefined,
      onSent: ({ id }, result) => this.#waiting.get(id)?.({ isDone: true, result }),
      onRefused: ({ id }) => this.#waiting.get(id)?.({ isDone: false }),
      onEnd: () => this.#watch(),
    })
  }

  /** Has an alarm start the background again while something waits: it may end at any time. */
  async #watch(): Promise<void> {
    if (this.#own.queue.readQueue().some(({ state }) => state === 'waiting'))
      await browser.alarms.create(queueAlarm, { periodInMinutes: alarmMinutes })
    else await browser.alarms.clear(queueAlarm)
    await showQueueBadge()
  }

  async #store(task: Task, id: string): Promise<void> {
    const { queue, storage } = this.#own
    queue.queueMutation({ id, op: task.kind, input: task, title: '' })
    try {
      await storage.flush()
    } catch (error) {
      // What is not on the disk must not be sent: its popup says that it was not saved.
      queue.removeQueued(id)
      throw error
    }
    // Before the first try: the background may end in the middle of it.
    await browser.alarms.create(queueAlarm, { periodInMinutes: alarmMinutes })
  }

  async #sendUntil(id: string): Promise<Outcome> {
    const end = await new Promise<End>(resolve => {
      this.#waiting.set(id, resolve)
      void this.send().finally(() => resolve({ isDone: false }))
    })
    this.#waiting.delete(id)
    if (end.isDone) return { done: true, result: end.result }
    const queued = this.list().find(each => each.id === id)
    // A send that has just failed waits for the server, whether the connection is known to be down or not yet.
    return queued ? { done: false, id, problem: queued.problem ?? awayProblem } : { done: false, id }
  }
}
