import type { EventChanged, EventHello } from '@nestmark/contract/liveUpdates'
import type { Topic } from '@nestmark/contract/operation'

/** The output of one stream; `http/eventStream.ts` creates it from a connection. */
export interface Sink {
  /** Returns false when the buffer is full: then `onDrain` is called once it is empty. */
  write(text: string): boolean
  end(): void
  /** Destroys the connection without flushing. */
  destroy(): void
}

/** Minimum interval between messages, in milliseconds; changes in between are merged into the next. */
const pauseMs = 300
/** Heartbeats that a connection may be blocked before it counts as dead. */
const maxBlockedHeartbeats = 2

/**
 * One client. Its pending changes are a set of topics, so a slow client costs no more memory than a fast one.
 */
export class EventStream {
  readonly personId: string
  readonly sessionId: string
  readonly #sink: Sink
  #waiting = new Map<string | null, Set<Topic>>()
  #id = ''
  #timer: NodeJS.Timeout | undefined
  #sentAt = Number.NEGATIVE_INFINITY
  #blocked = 0
  #isClosed = false

  constructor(who: { personId: string; sessionId: string }, sink: Sink) {
    this.personId = who.personId
    this.sessionId = who.sessionId
    this.#sink = sink
  }

  /** Sends what was missed. After a gap this includes the pending changes. */
  sendHello(id: string, sendHello: EventHello): void {
    if (sendHello.missed === 'all') this.#waiting.clear()
    this.#write(formatMessage('hello', sendHello, id))
  }

  send({ topics, by }: EventChanged, id: string): void {
    this.#id = id
    // With many windows the sender is no longer useful.
    const key = this.#waiting.size < 8 ? by : null
    const known = this.#waiting.get(key) ?? new Set()
    for (const topic of topics) known.add(topic)
    this.#waiting.set(key, known)
    const wait = this.#sentAt + pauseMs - performance.now()
    if (wait <= 0) this.#send()
    else this.#timer ??= setTimeout(() => this.#send(), wait).unref()
  }

  /** Sends a heartbeat, which also detects dead connections. */
  sendHeartbeat(): void {
    if (this.#blocked === 0) this.#write(': \n\n')
    else if (this.#blocked++ > maxBlockedHeartbeats) this.#sink.destroy()
  }

  /** Continues after the connection has drained. */
  onDrain(): void {
    this.#blocked = 0
    this.#send()
  }

  /** @param isFinal the session has ended: the client need not reconnect */
  end(isFinal: boolean): void {
    if (isFinal) this.#write(formatMessage('end', {}))
    this.close()
    this.#sink.end()
  }

  /** Marks the stream as closed. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#waiting.clear()
  }

  #send(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#blocked > 0 || this.#waiting.size === 0) return
    const changes = [...this.#waiting].map(([by, topics]): EventChanged => ({ topics: [...topics], by }))
    this.#waiting.clear()
    this.#sentAt = performance.now()
    this.#write(
      changes.map((change, at) => formatMessage('changed', change, at ? undefined : this.#id)).join(''),
    )
  }

  #write(text: string): void {
    if (this.#isClosed) return
    if (!this.#sink.write(text)) this.#blocked = Math.max(1, this.#blocked)
  }
}

function formatMessage(event: string, data: object, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
