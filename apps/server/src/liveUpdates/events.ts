import type { EventHello } from '@nestmark/contract/liveUpdates'
import { whoIsConcerned } from '../access/concerned.ts'
import { refuse } from '../access/refuse.ts'
import { openChannel } from '../db/channel.ts'
import type { Db } from '../db/db.ts'
import { inList } from '../db/dialect.ts'
import { Journal } from './journal.ts'
import { EventStream, type Sink } from './stream.ts'
import { type Change, merged, readWord, serialize } from './serialize.ts'

export interface Listener {
  personId: string
  sessionId: string
  /** The id of the last received event. */
  since?: string | undefined
  /** The age of the client's oldest data, in milliseconds. */
  age?: number | undefined
}

/** Publishes changes to people's open windows. */
export interface Events {
  /** Publishes a change; called after the commit. Does not block. */
  announce(change: Change): void
  /** Reports that sessions may have ended: their streams are closed. */
  sessionsEnded(): void
  /**
   * Opens a stream for a client.
   * @throws Refused 'request.tooMany' when the person has too many streams, 'server.unavailable' when the
   * server has
   */
  admit(listener: Listener): (sink: Sink) => EventStream
  /** Removes a closed stream. */
  leave(stream: EventStream): void
  /** Closes all streams and accepts no more. */
  close(): Promise<void>
}

const mostPerPerson = 20
const mostInAll = 10_000
/** Changes within this time, in milliseconds, are published together. */
const gatherMs = 20

/**
 * Adds the topic 'notifications' to changes of shared items, which create notifications (`domainEvents/`).
 */
function withNotifications(topics: Change['topics']): Change['topics'] {
  const shared = topics.some(topic => topic === 'links' || topic === 'collections' || topic === 'shares')
  return shared && !topics.includes('notifications') ? [...topics, 'notifications'] : topics
}

/**
 * @param now milliseconds since 1970
 * @param beatMs interval of heartbeats in milliseconds
 */
export function createEvents(
  db: Db,
  now: () => number,
  beatMs: number,
  onFault: (error: unknown) => void,
): Events {
  const journal = new Journal()
  const streams = new Map<string, Set<EventStream>>()
  let count = 0
  let closed = false
  let pending: Change[] = []
  let publishing: Promise<void> = Promise.resolve()
  let gathering: NodeJS.Timeout | undefined
  let checking: NodeJS.Timeout | undefined

  const all = () => [...streams.values()].flatMap(each => [...each])

  function gap(): void {
    journal.gap()
    for (const stream of all()) stream.hello(journal.id, { missed: 'all' })
  }

  function publish(changes: readonly Change[]): void {
    publishing = publishAfter(publishing, changes)
  }

  async function publishAfter(before: Promise<void>, changes: readonly Change[]): Promise<void> {
    await before
    try {
      const affected = await whoIsConcerned(db.read, [
        ...new Set(changes.filter(each => !each.alone).map(each => each.ownerId)),
      ])
      for (const change of changes) {
        const persons = change.alone ? [change.ownerId] : (affected.get(change.ownerId) ?? [])
        journal.note(persons, change.topics)
        for (const person of persons)
          for (const stream of streams.get(person) ?? []) stream.send(change, journal.id)
      }
    } catch (error) {
      onFault(error)
      gap()
    }
  }

  /** Closes the streams whose session no longer exists. */
  async function checkSessions(): Promise<void> {
    const listening = all()
    if (listening.length === 0) return
    const alive = new Set<string>()
    const ids = [...new Set(listening.map(stream => stream.sessionId))]
    const rows = await db.read
      .selectFrom('session')
      .select('id')
      .where(inList(db.read, 'id', ids))
      .where('expiresAt', '>', now())
      .execute()
    for (const row of rows) alive.add(row.id)
    for (const stream of listening)
      if (!alive.has(stream.sessionId)) {
        leave(stream)
        stream.end(true)
      }
  }

  function checkSoon(): void {
    checking ??= setTimeout(() => {
      checking = undefined
      checkSessions().catch(onFault)
    }, gatherMs).unref()
  }

  function leave(stream: EventStream): void {
    const own = streams.get(stream.personId)
    if (!own?.delete(stream)) return
    count--
    if (own.size === 0) streams.delete(stream.personId)
  }

  const channel = db.place.databaseUrl
    ? openChannel(db.place.databaseUrl, {
        message(text) {
          const word = readWord(text)
          if (!word) gap()
          else if ('sessions' in word) checkSoon()
          else publish(word.changes)
        },
        gap,
      })
    : null
  const beat = setInterval(() => {
    for (const stream of all()) stream.beat()
    checkSoon()
  }, beatMs).unref()

  return {
    announce(change) {
      if (closed || change.topics.length === 0) return
      pending.push({ ...change, topics: withNotifications(change.topics) })
      gathering ??= setTimeout(() => {
        gathering = undefined
        const changes = merged(pending)
        pending = []
        publish(changes)
        for (const word of channel ? serialize(changes) : []) channel!.send(word)
      }, gatherMs).unref()
    },
    sessionsEnded() {
      if (closed) return
      checkSoon()
      channel?.send(JSON.stringify({ sessions: true }))
    },
    admit(listener) {
      const { personId, since, age } = listener
      if (closed || count >= mostInAll) refuse('server.unavailable', { retryAfter: 30 })
      if ((streams.get(personId)?.size ?? 0) >= mostPerPerson) refuse('request.tooMany', { retryAfter: 30 })
      return sink => {
        const stream = new EventStream(listener, sink)
        const own = streams.get(personId) ?? new Set()
        streams.set(personId, own.add(stream))
        count++
        const missed: EventHello['missed'] =
          since !== undefined ? journal.since(personId, since) : journal.within(personId, age ?? Infinity)
        stream.hello(journal.id, { missed })
        return stream
      }
    },
    leave,
    async close() {
      closed = true
      clearInterval(beat)
      clearTimeout(gathering)
      clearTimeout(checking)
      for (const stream of all()) {
        leave(stream)
        stream.end(false)
      }
      await publishing
      await channel?.close()
    },
  }
}
