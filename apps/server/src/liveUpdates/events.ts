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
  /** The last id that was heard. */
  since?: string | undefined
  /** How old the oldest thing is that the listener knows, in milliseconds. */
  age?: number | undefined
}

/** Tells people's windows what changed. */
export interface Events {
  /** Says that something was changed; called after the transaction was committed. It costs its caller nothing. */
  announce(change: Change): void
  /** Says that sessions may have ended: whoever listens with one of them is sent away. */
  sessionsEnded(): void
  /**
   * Begins to tell somebody.
   * @throws Refused 'request.tooMany' when the person listens too often already, 'server.unavailable' when the server does
   */
  admit(listener: Listener): (sink: Sink) => EventStream
  /** Nobody listens any more. */
  leave(stream: EventStream): void
  /** Sends everybody away and listens no longer. */
  close(): Promise<void>
}

const mostPerPerson = 20
const mostInAll = 10_000
/** What happens within this time is told together, in milliseconds. */
const gatherMs = 20

/** What others see changed is what they are notified of (`domainEvents/`). */
function withNotices(topics: Change['topics']): Change['topics'] {
  const shared = topics.some(topic => topic === 'links' || topic === 'collections' || topic === 'shares')
  return shared && !topics.includes('notifications') ? [...topics, 'notifications'] : topics
}

/**
 * @param now milliseconds since 1970
 * @param beatMs how often a stream gives a sign of life
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
  let batchLoader: Change[] = []
  let telling: Promise<void> = Promise.resolve()
  let gathering: NodeJS.Timeout | undefined
  let checking: NodeJS.Timeout | undefined

  const all = () => [...streams.values()].flatMap(each => [...each])

  function gap(): void {
    journal.gap()
    for (const stream of all()) stream.hello(journal.id, { missed: 'all' })
  }

  function tell(changes: readonly Change[]): void {
    telling = tellAfter(telling, changes)
  }

  async function tellAfter(before: Promise<void>, changes: readonly Change[]): Promise<void> {
    await before
    try {
      const concerned = await whoIsConcerned(db.read, [
        ...new Set(changes.filter(each => !each.alone).map(each => each.ownerId)),
      ])
      for (const change of changes) {
        const persons = change.alone ? [change.ownerId] : (concerned.get(change.ownerId) ?? [])
        journal.note(persons, change.topics)
        for (const person of persons)
          for (const stream of streams.get(person) ?? []) stream.tell(change, journal.id)
      }
    } catch (error) {
      onFault(error)
      gap()
    }
  }

  /** Sends those away whose session is not there any more. */
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
          else tell(word.changes)
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
      batchLoader.push({ ...change, topics: withNotices(change.topics) })
      gathering ??= setTimeout(() => {
        gathering = undefined
        const changes = merged(batchLoader)
        batchLoader = []
        tell(changes)
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
      await telling
      await channel?.close()
    },
  }
}
