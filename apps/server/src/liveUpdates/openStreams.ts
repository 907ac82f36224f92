import type { EventStream } from './stream.ts'

/** The open streams of this server by person. */
export class OpenStreams {
  readonly #streams = new Map<string, Set<EventStream>>()
  #count = 0

  /** The number of all streams. */
  get count(): number {
    return this.#count
  }

  countFor(personId: string): number {
    return this.#streams.get(personId)?.size ?? 0
  }

  all(): EventStream[] {
    return [...this.#streams.values()].flatMap(each => [...each])
  }

  getStreams(personId: string): Iterable<EventStream> {
    return this.#streams.get(personId) ?? []
  }

  add(stream: EventStream): void {
    const own = this.#streams.get(stream.personId) ?? new Set()
    this.#streams.set(stream.personId, own.add(stream))
    this.#count++
  }

  /** Removes a stream, if it is still there. */
  remove(stream: EventStream): void {
    const own = this.#streams.get(stream.personId)
    if (!own?.delete(stream)) return
    this.#count--
    if (own.size === 0) this.#streams.delete(stream.personId)
  }
}
