import { stored } from '../storage.ts'
import { createStore, useStore } from '../store.ts'
import type { ChecklistTick } from './tick.ts'

/** A deed that could not be sent yet. */
export interface QueuedMutation {
  /** Also the idempotency key: however often it is sent, it is done once. */
  id: string
  /** Whose deed it is: nobody else who signs in here sends or sees it. */
  who: string
  /** Path of the operation. */
  op: string
  input: unknown
  /** What people know it by. */
  title: string
  /** What was typed, so that a form can go on with it. */
  form?: unknown
  /** A tick on a checklist: when somebody else was faster it goes onto what they made of it. */
  tick?: ChecklistTick
  at: number
  state: 'waiting' | 'refused'
  /** Why it was refused. */
  sentence?: string
  /** What the server has instead, when somebody else was faster. */
  theirs?: unknown
}

const prefix = 'outbox.'

// Each lies under a name of its own: two tabs that write at the same moment take nothing from each other.
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

/** What the signed-in person has waiting, the oldest first. */
export function readQueue(): readonly QueuedMutation[] {
  return filterOwn(readAll())
}

export function useQueue(): readonly QueuedMutation[] {
  return filterOwn(useStore(queue))
}

let lastTime = 0

/**
 * Keeps a deed on this device until it can be sent. The same id again takes the place of the former.
 * @returns false when this browser keeps nothing; then it must be said that it was not done
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

/** Changes one that is still there. */
export function updateQueued(id: string, change: Partial<QueuedMutation>): void {
  const entry = readAll().find(each => each.id === id)
  if (entry) write({ ...entry, ...change })
  queue.set(readAll())
}

/** It was sent, or is not wanted any more. */
export function removeQueued(id: string): void {
  stored.removePrefixed(prefix, id)
  queue.set(readAll())
}

/** Forgets all that the signed-in person has waiting. */
export function clearQueue(): void {
  for (const { id } of readQueue()) stored.removePrefixed(prefix, id)
  queue.set(readAll())
}
