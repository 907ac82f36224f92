import { refuse } from '../access/refuse.ts'
import { openChannel } from '../db/channel.ts'
import type { Db } from '../db/db.ts'
import { inList } from '../db/dialect.ts'
import { OpenStreams } from './openStreams.ts'
import { Publisher } from './publisher.ts'
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
 * Creates the publication of this server, connected to the other servers on its database.
 * @param now milliseconds since 1970
 * @param beatMs interval of heartbeats in milliseconds
 */
export function createEvents(
  db: Db,
  now: () => number,
  beatMs: number,
  onFault: (error: unknown) => void,
): Events {
  const streams = new OpenStreams()
  const publisher = new Publisher(db, streams, onFault)
  let closed = false
  let pending: Change[] = []
  let gathering: NodeJS.Timeout | undefined
  let checking: NodeJS.Timeout | undefined

  function checkSoon(): void {
    checking ??= setTimeout(() => {
      checking = undefined
      closeEnded(db, streams, now()).catch(onFault)
    }, gatherMs).unref()
  }

  function publishPending(): void {
    gathering = undefined
    const changes = merged(pending)
    pending = []
    publisher.publish(changes)
    if (channel) for (const word of serialize(changes)) channel.send(word)
  }

  const channel = db.place.databaseUrl
    ? openChannel(db.place.databaseUrl, {
        message(text) {
          const word = readWord(text)
          if (!word) publisher.gap()
          else if ('sessions' in word) checkSoon()
          else publisher.publish(word.changes)
        },
        gap: () => publisher.gap(),
      })
    : null
  const beat = setInterval(() => {
    for (const stream of streams.all()) stream.beat()
    checkSoon()
  }, beatMs).unref()

  return {
    announce(change) {
      if (closed || change.topics.length === 0) return
      pending.push({ ...change, topics: withNotifications(change.topics) })
      gathering ??= setTimeout(publishPending, gatherMs).unref()
    },
    sessionsEnded() {
      if (closed) return
      checkSoon()
      channel?.send(JSON.stringify({ sessions: true }))
    },
    admit(listener) {
      const { personId, since, age } = listener
      if (closed || streams.count >= mostInAll) refuse('server.unavailable', { retryAfter: 30 })
      if (streams.countFor(personId) >= mostPerPerson) refuse('request.tooMany', { retryAfter: 30 })
      return sink => {
        const stream = new EventStream(listener, sink)
        streams.add(stream)
        publisher.greet(stream, since, age)
        return stream
      }
    },
    leave: stream => streams.remove(stream),
    async close() {
      closed = true
      clearInterval(beat)
      clearTimeout(gathering)
      clearTimeout(checking)
      for (const stream of streams.all()) {
        streams.remove(stream)
        stream.end(false)
      }
      await publisher.settled()
      await channel?.close()
    },
  }
}

/**
 * Closes the streams whose session no longer exists.
 * @param now milliseconds since 1970
 */
async function closeEnded(db: Db, streams: OpenStreams, now: number): Promise<void> {
  const listening = streams.all()
  if (listening.length === 0) return
  const ids = [...new Set(listening.map(stream => stream.sessionId))]
  const rows = await db.read
    .selectFrom('session')
    .select('id')
    .where(inList(db.read, 'id', ids))
    .where('expiresAt', '>', now)
    .execute()
  const alive = new Set(rows.map(row => row.id))
  for (const stream of listening)
    if (!alive.has(stream.sessionId)) {
      streams.remove(stream)
      stream.end(true)
    }
}
