import { setTimeout as pause } from 'node:timers/promises'
import type { Person } from './person.ts'

export interface Gathered {
  /** The ancestor of all collections. */
  top: string
  /** Another collection, used as the destination of a move. */
  other: string
}

export interface Node {
  _id: string
  links_count: number
  children: Node[]
}

/** Moves the entire library of a person into one collection, and creates an empty one. */
export async function gather(ada: Person): Promise<Gathered> {
  const tree = await ada.ask<Node>('get-folder-chain')
  const top = (await ada.ask<Node>('create-folder', { name: 'Everything' }))._id
  const other = (await ada.ask<Node>('create-folder', { name: 'Elsewhere' }))._id
  for (let at = 0; at < tree.children.length; at += 1000) {
    const folders = tree.children.slice(at, at + 1000).map(node => node._id)
    await waitForJob(ada, await ada.ask('move-folders', { folders, move_to: top }))
  }
  // Top-level links are moved into it too.
  await waitForJob(ada, await ada.ask('move-links', { every: { folder_id: tree._id }, move_to: top }))
  return { top, other }
}

/** Waits for the job of an action, if it has one. */
export async function waitForJob(ada: Person, { job }: { job?: string }): Promise<void> {
  if (job === undefined) return
  for (;;) {
    const now = await ada.ask<{ state: string; error?: string }>('job-status', { job })
    if (now.state === 'done') return
    if (now.state === 'failed' || now.state === 'cancelled') throw new Error(now.error ?? now.state)
    await pause(5)
  }
}
