import { stored } from '../storage.ts'
import { createStore, useStore } from '../store.ts'
import type { ChecklistTick } from './tick.ts'

/** A queued mutation. */
export interface QueuedMutation {
  /** Also the idempotency key: the server executes the mutation once. */
  id: string
  /** The ID of its user. No other user of this browser sends or sees it. */
  who: string
  /** The path of the operation. */
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
  /** The server's version, after an earlier change by another client. */
  theirs?: unknown
}

const prefix = 'outbox.'

// Each entry has its own key, so that two tabs that write at the same time do not overwrite each other.
function readAll(): readonly QueuedMutation[] {
  return stored
    .valuesWithPrefix(prefix)
    .flatMap(text => {
      try {
        return [JSON.parse(text) as QueuedMutation]
      } catch {
        return []
      }
    })
    .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
}

const queue = createStore(readAll())
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key.startsWith(prefix) || key === 'me_id') queue.set(readAll())
  })

const filterOwn = (entries: readonly QueuedMutation[]) =>
  entries.filter(each => each.who === stored.get('me_id'))

/** Returns the queued mutations of the signed-in user, the oldest first. */
export function readQueue(): readonly QueuedMutation[] {
  return filterOwn(readAll())
}

export function useQueue(): readonly QueuedMutation[] {
  return filterOwn(useStore(queue))
}

let lastTime = 0

/**
 * Stores a mutation on this device until it can be sent. Replaces an entry with the same ID.
 * @returns false when this browser has no storage; the caller must then report the failure
 */
export function queueMutation(
  mutation: Pick<QueuedMutation, 'id' | 'op' | 'input' | 'title' | 'form' | 'tick'>,
): boolean {
  const who = stored.get('me_id')
  if (who === null) return false
  const before = readAll().find(each => each.id === mutation.id)
  lastTime = Math.max(Date.now(), lastTime + 1)
  const done = write({ ...mutation, who, at: before?.at ?? lastTime, state: 'waiting' })
  queue.set(readAll())
  return done
}

function write(entry: QueuedMutation): boolean {
  const text = JSON.stringify(entry)
  stored.setPrefixed(prefix, entry.id, text)
  return stored.getPrefixed(prefix, entry.id) === text
}

/** Updates an entry if it still exists. */
export function updateQueued(id: string, change: Partial<QueuedMutation>): void {
  const entry = readAll().find(each => each.id === id)
  if (entry) write({ ...entry, ...change })
  queue.set(readAll())
}

/** Removes an entry that was sent or is no longer needed. */
export function removeQueued(id: string): void {
  stored.removePrefixed(prefix, id)
  queue.set(readAll())
}

/** Removes all queued mutations of the signed-in user. */
export function clearQueue(): void {
  for (const { id } of readQueue()) stored.removePrefixed(prefix, id)
  queue.set(readAll())
}
