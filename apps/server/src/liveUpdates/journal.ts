import type { Topic } from '@nestmark/contract/operation'
import { newId } from '../db/newId.ts'

interface Entry {
  seq: number
  at: number
  persons: readonly string[]
  topics: readonly Topic[]
}

/** What was told lately; whoever was away for longer reads all anew. */
const entriesKept = 2000

/**
 * The last changes of this server, so that somebody who comes back is told what was missed and not more. An id is
 * good at the server that gave it, until there is a gap in what that server has heard.
 */
export class Journal {
  #epoch = newId()
  #seq = 0
  #entries: Entry[] = []
  #oldest = 0
  #completeSince: number
  readonly #clock: () => number

  /** @param clock milliseconds, never going back */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock
    this.#completeSince = clock()
  }

  /** Names everything noted so far. */
  get id(): string {
    return `${this.#epoch}.${this.#seq}`
  }

  note(persons: readonly string[], topics: readonly Topic[]): void {
    this.#entries.push({ seq: ++this.#seq, at: this.#clock(), persons, topics })
    if (this.#entries.length < entriesKept * 2) return
    const last = this.#entries[entriesKept - 1]!
    this.#entries = this.#entries.slice(entriesKept)
    this.#oldest = last.seq
    this.#completeSince = last.at
  }

  /** Something may have happened that was not heard of: no id of before is good any more. */
  gap(): void {
    this.#epoch = newId()
    this.#entries = []
    this.#oldest = this.#seq
    this.#completeSince = this.#clock()
  }

  /** What a person has missed since an id. */
  since(personId: string, id: string): Topic[] | 'all' {
    const [epoch, text] = id.split('.')
    const seq = Number(text)
    if (epoch !== this.#epoch || !Number.isInteger(seq) || seq < this.#oldest || seq > this.#seq) return 'all'
    return this.#missed(personId, entry => entry.seq > seq)
  }

  /** What a person has missed within the last milliseconds. */
  within(personId: string, ms: number): Topic[] | 'all' {
    const from = this.#clock() - ms
    if (!(from >= this.#completeSince)) return 'all'
    return this.#missed(personId, entry => entry.at >= from)
  }

  #missed(personId: string, is: (entry: Entry) => boolean): Topic[] {
    const found = this.#entries.filter(entry => is(entry) && entry.persons.includes(personId))
    return [...new Set(found.flatMap(entry => entry.topics))]
  }
}
