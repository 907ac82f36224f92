import type { Operation, Topic } from '@nestmark/contract/operation'
import type { Moment } from '../db/dialect.ts'

/** What of the database alone makes the answers to: no clock, no job that runs, no foreign server. */
const steady: ReadonlySet<Topic> = new Set(['collections', 'links', 'tags', 'favourites', 'trash'])

/** True for operations that only read, and read nothing but rows. */
export function isSteady({ reads, touches, cost }: Operation): boolean {
  return reads.length > 0 && touches.length === 0 && !cost && reads.every(topic => steady.has(topic))
}

/** What the database was like when the caller was looked up. An answer is good for as long as its mark stays the same. */
export interface Marks {
  /** Changes with every commit of anybody. */
  all: Moment
  /** Changes with every commit that a list of the caller's own, or of what others share with them by name, could show; null on PostgreSQL. */
  own: string | null
}

interface Entry {
  /** Which mark it was read under. */
  under: keyof Marks
  mark: Moment
  bytes: Buffer
}

const bytesOfAll = 16_000_000
const bytesOfPerson = 2_000_000
const longest = 500_000

/**
 * Answers as they were sent, for as long as nobody changes what they show: the page that a person looks at again, or in a
 * second window, is not read and written out once more. The marks come with the look-up of the session that every call makes
 * anyway, so an answer is never older than the call. Each person has a bounded share of the memory.
 */
export class ResponseCache {
  /** By person; whoever asked last stands last. */
  #people = new Map<string, { entries: Map<string, Entry>; bytes: number }>()
  #bytes = 0

  get(personId: string, key: string, marks: Marks): Buffer | undefined {
    const person = this.#people.get(personId)
    const entry = person?.entries.get(key)
    if (!person || !entry) return undefined
    if (marks[entry.under] !== entry.mark) {
      this.#remove(personId, key)
      return undefined
    }
    this.#people.delete(personId)
    this.#people.set(personId, person)
    return entry.bytes
  }

  /**
   * @param marks read before the rows of the answer were
   * @param isOwn true when the answer holds nothing but what is the caller's own or shared with them by name
   */
  set(personId: string, key: string, marks: Marks, isOwn: boolean, bytes: Buffer): void {
    if (bytes.length > longest) return
    this.#remove(personId, key)
    const under = isOwn && marks.own !== null ? 'own' : 'all'
    const person = this.#people.get(personId) ?? { entries: new Map<string, Entry>(), bytes: 0 }
    this.#people.delete(personId)
    this.#people.set(personId, person)
    person.entries.set(key, { under, mark: marks[under]!, bytes })
    person.bytes += bytes.length
    this.#bytes += bytes.length
    while (person.bytes > bytesOfPerson) this.#remove(personId, first(person.entries))
    while (this.#bytes > bytesOfAll) {
      const longestAway = first(this.#people)
      this.#remove(longestAway, first(this.#people.get(longestAway)!.entries))
    }
  }

  #remove(personId: string, key: string): void {
    const person = this.#people.get(personId)
    const entry = person?.entries.get(key)
    if (!person || !entry) return
    person.entries.delete(key)
    person.bytes -= entry.bytes.length
    this.#bytes -= entry.bytes.length
    if (person.entries.size === 0) this.#people.delete(personId)
  }
}

const first = (map: ReadonlyMap<string, unknown>): string => map.keys().next().value!
