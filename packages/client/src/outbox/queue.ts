import type { Refusal } from '@nestmark/contract/client'
import { type ClientStorage, valuesWithPrefix } from '../storage.ts'
import { createStore, type Store } from '../store.ts'
import type { ChecklistTick } from './tick.ts'

/** A queued mutation. */
export interface QueuedMutation {
  /** Also the idempotency key: the server executes the mutation once. */
  id: string
  /** The ID of its user. No other user of this device sends or sees it. */
  who: string
  /** The path of the operation, or the name of a task of the sender. */
  op: string
  input: unknown
  /** The title that the user sees. */
  title: string
  /** The form values, with which the form can be reopened. */
  form?: unknown
  /** A checklist tick. After an earlier change by another client, it is applied to the changed list. */
  tick?: ChecklistTick
  at: number
  state: 'waiting' | 'refused'
  /** The reason of the refusal. */
  sentence?: string
  /** The error code of the refusal. */
  code?: Refusal['code'] | undefined
  /** The server's version, after an earlier change by another client. */
  theirs?: unknown
}

/** The mutations that a device stores until they can be sent. */
export interface Queue {
  /** Those of all users. */
  all: Pick<Store<readonly QueuedMutation[]>, 'get' | 'subscribe'>
  /** Returns those of the signed-in user. */
  filterOwn(entries: readonly QueuedMutation[]): readonly QueuedMutation[]
  /** Returns the queued mutations of the signed-in user, the oldest first. */
  readQueue(): readonly QueuedMutation[]
  /**
   * Stores a mutation on this device until it can be sent. Replaces an entry with the same ID.
   * @returns false when this device has no storage; the caller must then report the failure
   */
  queueMutation(mutation: Pick<QueuedMutation, 'id' | 'op' | 'input' | 'title' | 'form' | 'tick'>): boolean
  /** Updates an entry if it still exists. */
  updateQueued(id: string, change: Partial<QueuedMutation>): void
  /** Removes an entry that was sent or is no longer needed. */
  removeQueued(id: string): void
  /** Removes all queued mutations of the signed-in user. */
  clearQueue(): void
}

const prefix = 'outbox.'

/** Creates the queue of a device. @param storage contains the ID of the signed-in user under `me_id` */
export function createQueue(storage: ClientStorage): Queue {
  // Each entry has its own key, so that two tabs that write at the same time do not overwrite each other.
  const readAll = (): readonly QueuedMutation[] =>
    valuesWithPrefix(storage, prefix)
      .flatMap(text => {
        try {
          return [JSON.parse(text) as QueuedMutation]
        } catch {
          return []
        }
      })
      .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
  const all = createStore(readAll())
  const reread = () => all.set(readAll())
  storage.onChange(key => {
    if (key === null || key.startsWith(prefix) || key === 'me_id') reread()
  })
  let lastTime = 0
  const getPerson = () => storage.getItem('me_id')
  const filterOwn: Queue['filterOwn'] = entries => entries.filter(each => each.who === getPerson())
  const readQueue = () => filterOwn(readAll())
  function write(entry: QueuedMutation): boolean {
    const text = JSON.stringify(entry)
    storage.setItem(prefix + entry.id, text)
    return storage.getItem(prefix + entry.id) === text
  }
  return {
    all,
    filterOwn,
    readQueue,
    queueMutation(mutation) {
      const who = getPerson()
      if (who === null) return false
      const before = readAll().find(each => each.id === mutation.id)
      lastTime = Math.max(Date.now(), lastTime + 1)
      const done = write({ ...mutation, who, at: before?.at ?? lastTime, state: 'waiting' })
      reread()
      return done
    },
    updateQueued(id, change) {
      const entry = readAll().find(each => each.id === id)
      if (entry) write({ ...entry, ...change })
      reread()
    },
    removeQueued(id) {
      storage.removeItem(prefix + id)
      reread()
    },
    clearQueue() {
      for (const { id } of readQueue()) storage.removeItem(prefix + id)
      reread()
    },
  }
}
