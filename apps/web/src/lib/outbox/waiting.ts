import { stored } from '../storage.ts'
import { createStore, useStore } from '../store.ts'
import type { ChecklistTick } from './tick.ts'

/** A deed that could not be sent yet. */
export interface Waiting {
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
function readAll(): readonly Waiting[] {
  return stored
    .under(prefix)
    .flatMap(text => {
      try {
        return [JSON.parse(text) as Waiting]
      } catch {
        return []
      }
    })
    .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
}

const all = createStore(readAll())
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key.startsWith(prefix) || key === 'me_id') all.set(readAll())
  })

const mine = (entries: readonly Waiting[]) => entries.filter(each => each.who === stored.get('me_id'))

/** What the signed-in person has waiting, the oldest first. */
export function waitingNow(): readonly Waiting[] {
  return mine(readAll())
}

export function useWaiting(): readonly Waiting[] {
  return mine(useStore(all))
}

let last = 0

/**
 * Keeps a deed on this device until it can be sent. The same id again takes the place of the former.
 * @returns false when this browser keeps nothing; then it must be said that it was not done
 */
export function queueMutation(
  deed: Pick<Waiting, 'id' | 'op' | 'input' | 'title' | 'form' | 'tick'>,
): boolean {
  const who = stored.get('me_id')
  if (who === null) return false
  const before = readAll().find(each => each.id === deed.id)
  last = Math.max(Date.now(), last + 1)
  const done = write({ ...deed, who, at: before?.at ?? last, state: 'waiting' })
  all.set(readAll())
  return done
}

function write(entry: Waiting): boolean {
  const text = JSON.stringify(entry)
  stored.setUnder(prefix, entry.id, text)
  return stored.getUnder(prefix, entry.id) === text
}

/** Changes one that is still there. */
export function changeWaiting(id: string, change: Partial<Waiting>): void {
  const entry = readAll().find(each => each.id === id)
  if (entry) write({ ...entry, ...change })
  all.set(readAll())
}

/** It was sent, or is not wanted any more. */
export function dropWaiting(id: string): void {
  stored.removeUnder(prefix, id)
  all.set(readAll())
}

/** Forgets all that the signed-in person has waiting. */
export function dropAllWaiting(): void {
  for (const { id } of waitingNow()) stored.removeUnder(prefix, id)
  all.set(readAll())
}
