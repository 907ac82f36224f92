import type { EventChanged, EventHello } from '@nestmark/contract/liveUpdates'
import { eventBeat, eventStream } from '@nestmark/contract/liveUpdates'

export interface StreamHandlers {
  hello(hello: EventHello, id: string): void
  changed(change: EventChanged, id: string): void
}

/**
 * How a stream ended: `over` with the session; `lost` allows a reconnection after at least `wait`
 * milliseconds.
 */
export type StreamEnd = { kind: 'over' } | { kind: 'lost'; wait: number }

/** Without data for this long the connection counts as dead, whatever its state. */
const silenceTimeout = eventBeat * 3000

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
    const answer = await fetch(`/api/${eventStream.path}?${query}`, {
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
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return { kind: 'lost', wait: 0 }
    resetTimer()
    text += decoder.decode(value, { stream: true })
    const messages = text.split('\n\n')
    text = messages.pop() ?? ''
    for (const message of messages) {
      const { event, data, id } = parseFields(message)
      if (event === 'hello') handlers.hello(JSON.parse(data) as EventHello, id)
      if (event === 'changed') handlers.changed(JSON.parse(data) as EventChanged, id)
      if (event === 'end') return { kind: 'over' }
    }
  }
}

function parseFields(message: string) {
  const fields = { event: '', data: '{}', id: '' }
  for (const line of message.split('\n')) {
    const at = line.indexOf(': ')
    const name = line.slice(0, at)
    if (name in fields) fields[name as keyof typeof fields] = line.slice(at + 2)
  }
  return fields
}
