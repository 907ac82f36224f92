import { refuse } from '../access/refuse.ts'
import { openChannel } from '../db/channel.ts'
import type { Db } from '../db/db.ts'
import { inList } from '../db/dialect.ts'
import { OpenStreams } from './openStreams.ts'
import { Publisher } from './publisher.ts'
import { EventStream, type Sink } from './stream.ts'
import {
  type Change,
  type ChangePublisher,
  mergeChanges,
  parseMessage,
  serializeChanges,
} from './serverMessages.ts'

interface StreamClient {
  personId: string
  sessionId: string
  /** The id of the last received event. */
  since?: string | undefined
  /** The age of the client's oldest data, in milliseconds. */
  age?: number | undefined
}

/** Publishes changes, and sends them in streams. */
export interface Events extends ChangePublisher {
  /**
   * Opens a stream for a client.
   * @param onAccepted called before the first message
   * @throws Refused 'request.tooMany' when the person has too many streams, 'server.unavailable' when the
   * server has
   */
  openStream(listener: StreamClient, sink: Sink, onAccepted: () => void): EventStream
  /** Removes a closed stream. */
  removeStream(stream: EventStream): void
  /** Closes all streams and accepts no more. */
  close(): Promise<void>
}

const maxStreamsPerPerson = 20
const maxStreams = 10_000
/** Changes within this time, in milliseconds, are published together. */
const collectMs = 20

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
 * @param heartbeatMs interval of heartbeats in milliseconds
 */
export function createEvents(
  db: Db,
  now: () => number,
  heartbeatMs: number,
  onError: (error: unknown) => void,
): Events {
  const streams = new OpenStreams()
  const publisher = new Publisher(db, streams, onError)
  let closed = false
  let pending: Change[] = []
  let collectTimer: NodeJS.Timeout | undefined
  let checkTimer: NodeJS.Timeout | undefined

  function scheduleCheck(): void {
    checkTimer ??= setTimeout(() => {
      checkTimer = undefined
      closeEndedSessions(db, streams, now()).catch(onError)
    }, collectMs).unref()
  }

  function publishPending(): void {
    collectTimer = undefined
    const changes = mergeChanges(pending)
    pending = []
    publisher.publish(changes)
    if (channel) for (const message of serializeChanges(changes)) channel.send(message)
  }

  const channel = db.location.databaseUrl
    ? openChannel(db.location.databaseUrl, {
        message(text) {
          const message = parseMessage(text)
          if (!message) publisher.reportGap()
          else if ('sessions' in message) scheduleCheck()
          else publisher.publish(message.changes)
        },
        gap: () => publisher.reportGap(),
      })
    : null
  const heartbeat = setInterval(() => {
    for (const stream of streams.all()) stream.sendHeartbeat()
    scheduleCheck()
  }, heartbeatMs).unref()

  return {
    publish(change) {
      if (closed || change.topics.length === 0) return
      pending.push({ ...change, topics: withNotifications(change.topics) })
      collectTimer ??= setTimeout(publishPending, collectMs).unref()
    },
    sessionsEnded() {
      if (closed) return
      scheduleCheck()
      channel?.send(JSON.stringify({ sessions: true }))
    },
    openStream(listener, sink, onAccepted) {
      const { personId, since, age } = listener
      if (closed || streams.count >= maxStreams) refuse('server.unavailable', { retryAfter: 30 })
      if (streams.countFor(personId) >= maxStreamsPerPerson) refuse('request.tooMany', { retryAfter: 30 })
      // It counts from here: calls that arrive together would all pass a check that is made earlier.
      const stream = new EventStream(listener, sink)
      streams.add(stream)
      onAccepted()
      publisher.sendMissed(stream, since, age)
      return stream
    },
    removeStream: stream => streams.remove(stream),
    async close() {
      closed = true
      clearInterval(heartbeat)
      clearTimeout(collectTimer)
      clearTimeout(checkTimer)
      for (const stream of streams.all()) {
        streams.remove(stream)
        stream.end(false)
      }
      await publisher.waitForPending()
      await channel?.close()
    },
  }
}

/**
 * Closes the streams whose session no longer exists.
 * @param now milliseconds since 1970
 */
async function closeEndedSessions(db: Db, streams: OpenStreams, now: number): Promise<void> {
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
