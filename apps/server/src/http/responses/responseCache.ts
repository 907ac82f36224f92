import type { Operation, Topic } from '@nestmark/contract/operation'
import { assertDefined } from '@nestmark/core/assertDefined'
import type { DataVersions } from '../../access/session.ts'
import type { DataVersion } from '../../db/dialect.ts'
import type { ReplyRows } from '../../calls/replies.ts'

/** Topics whose data comes from the database alone: not from the clock, a running job, or another server. */
const cacheableTopics: ReadonlySet<Topic> = new Set(['collections', 'links', 'tags', 'favourites', 'trash'])

/** Returns true for operations that only read, and only database rows. */
export function isCacheable({ reads, touches, cost }: Operation): boolean {
  return reads.length > 0 && touches.length === 0 && !cost && reads.every(topic => cacheableTopics.has(topic))
}

export interface StoredResponse {
  bytes: Buffer
  /** The rows that the response follows from; null when it may depend on more. */
  rows: ReplyRows | null
  /** True while the data that it shows are unchanged. */
  isCurrent: boolean
}

interface Entry extends Omit<StoredResponse, 'isCurrent'> {
  /** The version it was read under. */
  scope: keyof DataVersions
  version: DataVersion
}

// In bytes, with the keys and the objects of the entries.
const maxTotalBytes = 16_000_000
const maxBytesPerPerson = 2_000_000
const maxResponseBytes = 500_000
const maxEntriesPerPerson = 300
/** The memory of an entry without its key and its response, in bytes. */
const entryBytes = 500

// The rows of a page of links take as much memory as its response.
const measure = (key: string, { bytes, rows }: Entry) =>
  (rows ? 2 : 1) * bytes.length + 2 * key.length + entryBytes

/**
 * A cache of responses, valid while the data they show is unchanged, for pages that a person opens again or in a second
 * window. The versions come with the session lookup of every call, so a response is never older than the call. The
 * memory per person is limited.
 *
 * A response that follows from rows is also sent again, in place of presenting the rows, after changes that are not in them.
 */
export class ResponseCache {
  /** By person, least recently used first. */
  #people = new Map<string, { entries: Map<string, Entry>; bytes: number }>()
  #bytes = 0

  /**
   * Returns the stored response. One of earlier versions is removed, and returned to be sent if its rows are still the same.
   */
  get(personId: string, key: string, versions: DataVersions): StoredResponse | undefined {
    const person = this.#people.get(personId)
    const entry = person?.entries.get(key)
    if (!person || !entry) return undefined
    const isCurrent = versions[entry.scope] === entry.version
    if (isCurrent) {
      this.#people.delete(personId)
      this.#people.set(personId, person)
    } else this.#remove(personId, key)
    return { ...entry, isCurrent }
  }

  /**
   * Stores a response.
   * @param versions read before the rows of the response
   * @param isOwn true when the response contains only data of the caller, or shared with them by name
   * @param rows what the response follows from, or null
   */
  set(
    personId: string,
    key: string,
    versions: DataVersions,
    isOwn: boolean,
    bytes: Buffer,
    rows: ReplyRows | null = null,
  ): void {
    if (bytes.length > maxResponseBytes) return
    this.#remove(personId, key)
    const own = isOwn ? versions.own : null
    const version =
      own === null
        ? ({ scope: 'all', version: versions.all } as const)
        : ({ scope: 'own', version: own } as const)
    const entry: Entry = { ...version, bytes: withOwnMemory(bytes), rows }
    const size = measure(key, entry)
    const person = this.#people.get(personId) ?? { entries: new Map<string, Entry>(), bytes: 0 }
    this.#people.delete(personId)
    this.#people.set(personId, person)
    person.entries.set(key, entry)
    person.bytes += size
    this.#bytes += size
    while (person.bytes > maxBytesPerPerson || person.entries.size > maxEntriesPerPerson)
      this.#remove(personId, firstEntry(person.entries)[0])
    while (this.#bytes > maxTotalBytes) {
      const [leastRecent, { entries }] = firstEntry(this.#people)
      this.#remove(leastRecent, firstEntry(entries)[0])
    }
  }

  #remove(personId: string, key: string): void {
    const person = this.#people.get(personId)
    const entry = person?.entries.get(key)
    if (!person || !entry) return
    person.entries.delete(key)
    person.bytes -= measure(key, entry)
    this.#bytes -= measure(key, entry)
    if (person.entries.size === 0) this.#people.delete(personId)
  }
}

/** Returns true when rows are equal to those that the same statement read earlier; false without earlier ones. */
export function areSameRows(left: ReplyRows, right: ReplyRows | null): boolean {
  return (
    left.length === right?.length &&
    left.every((each, at) => {
      const row = each as Readonly<Record<string, unknown>>
      const other = right[at] as typeof row
      for (const column in row) if (row[column] !== other[column]) return false
      return true
    })
  )
}

/** Returns the bytes without the pool that small buffers share, all of which each of them would retain. */
function withOwnMemory(bytes: Buffer): Buffer {
  return bytes.buffer.byteLength === bytes.length ? bytes : Buffer.from(new Uint8Array(bytes).buffer)
}

function firstEntry<Value>(map: ReadonlyMap<string, Value>): [string, Value] {
  return assertDefined(map.entries().next().value, 'first entry')
}
