import { readStored, writeStored } from './visitor.ts'

/** A link that a visitor tried. The product saves it after the sign-up (`features/links/saveTried.ts`). */
export interface TriedLink {
  url: string
  /** '' until its page is read. */
  title: string
  /** The address of its picture; '' without one. */
  image: string
  /** Makes a repeated save one. */
  key: string
}

/** Returns the links that wait for the sign-up. */
export function readQueue(): TriedLink[] {
  try {
    const queue: unknown = JSON.parse(readStored('tried_links') ?? '[]')
    return Array.isArray(queue) ? (queue as TriedLink[]) : []
  } catch {
    return []
  }
}

/** Stores them. */
export function writeQueue(queue: readonly TriedLink[]): void {
  writeStored('tried_links', queue.length === 0 ? null : JSON.stringify(queue))
}
