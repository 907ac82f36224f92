import type { EventChanged, EventHello } from '@nestmark/contract/liveUpdates'
import type { Topic } from '@nestmark/contract/operation'

/** The way out to one listener; `http/streams.ts` makes it of a connection. */
export interface Sink {
  /** False when the connection takes no more for now: then `drained` is called when it does again. */
  write(text: string): boolean
  end(): void
  /** Ends it without waiting for what was not taken yet. */
  cutOff(): void
}

/** At most one message in this time, in milliseconds; what happens meanwhile goes together into the next. */
const pauseMs = 300
/** Beats that a connection may take nothing before it counts as dead. */
const beatsPatient = 2

/** One listener. What waits for it is a set of topics, so a slow one costs no more memory than a fast one. */
export class EventStream {
  readonly personId: string
  readonly sessionId: string
  readonly #sink: Sink
  #waiting = new Map<string | null, Set<Topic>>()
  #id = ''
  #timer: NodeJS.Timeout | undefined
  #sentAt = Number.NEGATIVE_INFINITY
  #blocked = 0
  #over = false

  constructor(who: { personId: string; sessionId: string }, sink: Sink) {
    this.personId = who.personId
    this.sessionId = who.sessionId
    this.#sink = sink
  }

  /** Says what was missed; what still waits is part of it. */
  hello(id: string, hello: EventHello): void {
    if (hello.missed === 'all') this.#waiting.clear()
    this.#write(message('hello', hello, id))
  }

  tell({ topics, by }: EventChanged, id: string): void {
    this.#id = id
    // Many windows at once: it is no use any more to know which.
    const key = this.#waiting.size < 8 ? by : null
    const known = this.#waiting.get(key) ?? new Set()
    for (const topic of topics) known.add(topic)
    this.#waiting.set(key, known)
    const wait = this.#sentAt + pauseMs - performance.now()
    if (wait <= 0) this.#send()
    else this.#timer ??= setTimeout(() => this.#send(), wait).unref()
  }

  /** A sign of life, which also finds out whether anybody is there. */
  beat(): void {
    if (this.#blocked === 0) this.#write(': \n\n')
    else if (this.#blocked++ > beatsPatient) this.#sink.cutOff()
  }

  /** The connection takes more again. */
  drained(): void {
    this.#blocked = 0
    this.#send()
  }

  /** @param forGood the session is over: the listener need not come back */
  end(forGood: boolean): void {
    if (forGood) this.#write(message('end', {}))
    this.gone()
    this.#sink.end()
  }

  /** Nobody listens any more. */
  gone(): void {
    this.#over = true
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
    this.#write(changes.map((change, at) => message('changed', change, at ? undefined : this.#id)).join(''))
  }

  #write(text: string): void {
    if (this.#over) return
    if (!this.#sink.write(text)) this.#blocked = Math.max(1, this.#blocked)
  }
}

function message(event: string, data: object, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
