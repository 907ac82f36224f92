import { listAffectedPeople } from '../access/affectedPeople.ts'
import type { Db } from '../db/db.ts'
import { EventLog } from './eventLog.ts'
import type { OpenStreams } from './openStreams.ts'
import type { Change } from './serverMessages.ts'
import type { EventStream } from './stream.ts'

/** Publishes changes to the open streams of this server, in their order, and records them for later streams. */
export class Publisher {
  readonly #db: Db
  readonly #streams: OpenStreams
  readonly #onError: (error: unknown) => void
  readonly #log = new EventLog()
  #last: Promise<void> = Promise.resolve()

  constructor(db: Db, streams: OpenStreams, onError: (error: unknown) => void) {
    this.#db = db
    this.#streams = streams
    this.#onError = onError
  }

  /** Publishes changes after the earlier ones. Does not block. */
  publish(changes: readonly Change[]): void {
    this.#last = this.#publishAfter(this.#last, changes)
  }

  /** Resolves when all changes so far are published. */
  async waitForPending(): Promise<void> {
    await this.#last
  }

  /** Makes all clients reload, because changes may have been missed. */
  reportGap(): void {
    this.#log.reset()
    for (const stream of this.#streams.all()) stream.sendHello(this.#log.id, { missed: 'all' })
  }

  /**
   * Sends a new stream what its client has missed.
   * @param since the id of the client's last event
   * @param age the age of the client's oldest data in milliseconds, used without that id
   */
  sendMissed(stream: EventStream, since: string | undefined, age: number | undefined): void {
    const { personId } = stream
    const missed =
      since !== undefined
        ? this.#log.listMissedSince(personId, since)
        : this.#log.listMissedWithin(personId, age ?? Infinity)
    stream.sendHello(this.#log.id, { missed })
  }

  async #publishAfter(before: Promise<void>, changes: readonly Change[]): Promise<void> {
    await before
    try {
      const affected = await listAffectedPeople(this.#db.read, [
        ...new Set(changes.filter(each => !each.isPrivate).map(each => each.ownerId)),
      ])
      for (const change of changes) {
        const persons = change.isPrivate ? [change.ownerId] : (affected.get(change.ownerId) ?? [])
        this.#log.record(persons, change.topics)
        for (const person of persons)
          for (const stream of this.#streams.getStreams(person)) stream.send(change, this.#log.id)
      }
    } catch (error) {
      this.#onError(error)
      this.reportGap()
    }
  }
}
