import type { EventChanged, EventHello } from '@nestmark/contract/liveUpdates'
import { eventBeat, eventStream } from '@nestmark/contract/liveUpdates'

export interface Hearing {
  hello(hello: EventHello, id: string): void
  changed(change: EventChanged, id: string): void
}

/** How a stream ended: `over` when the session is, else it is worth coming back, after `wait` milliseconds at least. */
export type End = { kind: 'over' } | { kind: 'lost'; wait: number }

/** Nothing for this long, and the connection is dead, whatever it says. */
const silence = eventBeat * 3000

/**
 * Listens to the stream until it ends. The token goes in a header: it never stands in an address.
 * @throws when it was cut off, or when the server could not be reached
 */
export async function subscribe(
  asked: { token: string; since: string | null; age: number },
  hearing: Hearing,
  signal: AbortSignal,
): Promise<End> {
  const dead = new AbortController()
  let timer = setTimeout(() => dead.abort(), silence)
  const alive = () => {
    clearTimeout(timer)
    timer = setTimeout(() => dead.abort(), silence)
  }
  const { since, age } = asked
  const query = new URLSearchParams(since ? { since } : { age: String(Math.ceil(age)) })
  try {
    const answer = await fetch(`/api/${eventStream.path}?${query}`, {
      headers: { authorization: `Bearer ${asked.token}` },
      cache: 'no-store',
      signal: AbortSignal.any([signal, dead.signal]),
    })
    if (answer.status === 401) return { kind: 'over' }
    if (!answer.ok || !answer.body)
      return { kind: 'lost', wait: Number(answer.headers.get('retry-after') ?? 0) * 1000 }
    return await readMessages(answer.body, hearing, alive)
  } finally {
    clearTimeout(timer)
  }
}

async function readMessages(
  body: ReadableStream<Uint8Array>,
  hearing: Hearing,
  alive: () => void,
): Promise<End> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return { kind: 'lost', wait: 0 }
    alive()
    text += decoder.decode(value, { stream: true })
    const messages = text.split('\n\n')
    text = messages.pop() ?? ''
    for (const message of messages) {
      const { event, data, id } = parseFields(message)
      if (event === 'hello') hearing.hello(JSON.parse(data) as EventHello, id)
      if (event === 'changed') hearing.changed(JSON.parse(data) as EventChanged, id)
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
