import type { EventChanged, EventHello } from '@nestmark/contract/liveUpdates'
import { heartbeatSeconds, streamEvents } from '@nestmark/contract/liveUpdates'
import { readPieces } from '../encryption/readPieces.ts'
import { createParser } from 'eventsource-parser'

export interface StreamHandlers {
  hello(hello: EventHello, id: string): void
  changed(change: EventChanged, id: string): void
}

/**
 * How a stream ended: `over` with the session; `lost` allows a reconnection after at least `wait`
 * milliseconds.
 */
export type StreamEnd = { kind: 'over' } | { kind: 'lost'; wait: number }

/** Without data for this long the connection counts as dead, in any state. */
const silenceTimeout = heartbeatSeconds * 3000

/**
 * Reads the stream until it ends. The token is in a header, never in an address.
 * @throws when the connection breaks or the server is unreachable
 */
export async function subscribe(
  request: { token: string; since: string | null; age: number },
  handlers: StreamHandlers,
  signal: AbortSignal,
): Promise<StreamEnd> {
  const timeout = new AbortController()
  let timer = setTimeout(() => timeout.abort(), silenceTimeout)
  const resetTimer = () => {
    clearTimeout(timer)
    timer = setTimeout(() => timeout.abort(), silenceTimeout)
  }
  const { since, age } = request
  const query = new URLSearchParams(since ? { since } : { age: String(Math.ceil(age)) })
  try {
    const answer = await fetch(`/api/${streamEvents.path}?${query}`, {
      headers: { authorization: `Bearer ${request.token}` },
      cache: 'no-store',
      signal: AbortSignal.any([signal, timeout.signal]),
    })
    if (answer.status === 401) return { kind: 'over' }
    if (!answer.ok || !answer.body)
      return { kind: 'lost', wait: Number(answer.headers.get('retry-after') ?? 0) * 1000 }
    return await readMessages(answer.body, handlers, resetTimer)
  } finally {
    clearTimeout(timer)
  }
}

async function readMessages(
  body: ReadableStream<Uint8Array>,
  handlers: StreamHandlers,
  resetTimer: () => void,
): Promise<StreamEnd> {
  let isOver = false
  const parser = createParser({
    onEvent({ event, data, id = '' }) {
      if (event === 'hello') handlers.hello(JSON.parse(data) as EventHello, id)
      if (event === 'changed') handlers.changed(JSON.parse(data) as EventChanged, id)
      if (event === 'end') isOver = true
    },
  })
  const decoder = new TextDecoder()
  for await (const piece of readPieces(body)) {
    resetTimer()
    parser.feed(decoder.decode(piece, { stream: true }))
    if (isOver) return { kind: 'over' }
  }
  return { kind: 'lost', wait: 0 }
}
