import type { Topic } from '@nestmark/contract/operation'
import { newId } from '../db/newId.ts'

interface Entry {
  seq: number
  at: number
  persons: readonly string[]
  topics: readonly Topic[]
}

/** Recent events; a client that was disconnected for longer reloads everything. */
const maxEntries = 2000

/**
 * The recent changes of this server, so that a returning client gets exactly what it missed. An id is valid
 * at the server that issued it, until that server has a gap in its subscription.
 */
export class EventLog {
  #epoch = newId()
  #seq = 0
  #entries: Entry[] = []
  #oldest = 0
  #completeSince: number
  readonly #clock: () => number

  /** @param clock a monotonic clock in milliseconds */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock
    this.#completeSince = clock()
  }

  /** Identifies the last recorded entry. */
  get id(): string {
    return `${this.#epoch}.${this.#seq}`
  }

  record(persons: readonly string[], topics: readonly Topic[]): void {
    this.#entries.push({ seq: ++this.#seq, at: this.#clock(), persons, topics })
    const last = this.#entries[maxEntries - 1]
    if (!last || this.#entries.length < maxEntries * 2) return
    this.#entries = this.#entries.slice(maxEntries)
    this.#oldest = last.seq
    this.#completeSince = last.at
  }

  /** Invalidates all earlier ids, because changes may have been missed. */
  reset(): void {
    this.#epoch = newId()
    this.#entries = []
    this.#oldest = this.#seq
    this.#completeSince = this.#clock()
  }

  /** Returns what a person has missed since an id. */
  listMissedSince(personId: string, id: string): Topic[] | 'all' {
    const [epoch, text] = id.split('.')
    const seq = Number(text)
    if (epoch !== this.#epoch || !Number.isInteger(seq) || seq < this.#oldest || seq > this.#seq) return 'all'
    return this.#listMissed(personId, entry => entry.seq > seq)
  }

  /** Returns what a person has missed within the last milliseconds. */
  listMissedWithin(personId: string, ms: number): Topic[] | 'all' {
    const from = this.#clock() - ms
    if (!(from >= this.#completeSince)) return 'all'
    return this.#listMissed(personId, entry => entry.at >= from)
  }

  #listMissed(personId: string, matches: (entry: Entry) => boolean): Topic[] {
    const found = this.#entries.filter(entry => matches(entry) && entry.persons.includes(personId))
    return [...new Set(found.flatMap(entry => entry.topics))]
  }
}
