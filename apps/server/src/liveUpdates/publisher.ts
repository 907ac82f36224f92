import { listAffectedPeople } from '../access/affectedPeople.ts'
import type { Db } from '../db/db.ts'
import { Journal } from './journal.ts'
import type { OpenStreams } from './openStreams.ts'
import type { Change } from './serialize.ts'
import type { EventStream } from './stream.ts'

/** Publishes changes to the open streams of this server, in their order, and records them for later streams. */
export class Publisher {
  readonly #db: Db
  readonly #streams: OpenStreams
  readonly #onFault: (error: unknown) => void
  readonly #journal = new Journal()
  #last: Promise<void> = Promise.resolve()

  constructor(db: Db, streams: OpenStreams, onFault: (error: unknown) => void) {
    this.#db = db
    this.#streams = streams
    this.#onFault = onFault
  }

  /** Publishes changes after the earlier ones. Does not block. */
  publish(changes: readonly Change[]): void {
    this.#last = this.#publishAfter(this.#last, changes)
  }

  /** Resolves when all changes so far are published. */
  async settled(): Promise<void> {
    await this.#last
  }

  /** Makes all clients reload, because changes may have been missed. */
  gap(): void {
    this.#journal.gap()
    for (const stream of this.#streams.all()) stream.hello(this.#journal.id, { missed: 'all' })
  }

  /**
   * Sends a new stream what its client has missed.
   * @param since the id of the client's last event
   * @param age the age of the client's oldest data in milliseconds, used without that id
   */
  greet(stream: EventStream, since: string | undefined, age: number | undefined): void {
    const { personId } = stream
    const missed =
      since !== undefined
        ? this.#journal.since(personId, since)
        : this.#journal.within(personId, age ?? Infinity)
    stream.hello(this.#journal.id, { missed })
  }

  async #publishAfter(before: Promise<void>, changes: readonly Change[]): Promise<void> {
    await before
    try {
      const affected = await listAffectedPeople(this.#db.read, [
        ...new Set(changes.filter(each => !each.alone).map(each => each.ownerId)),
      ])
      for (const change of changes) {
        const persons = change.alone ? [change.ownerId] : (affected.get(change.ownerId) ?? [])
        this.#journal.note(persons, change.topics)
        for (const person of persons)
          for (const stream of this.#streams.of(person)) stream.send(change, this.#journal.id)
      }
    } catch (error) {
      this.#onFault(error)
      this.gap()
    }
  }
}
