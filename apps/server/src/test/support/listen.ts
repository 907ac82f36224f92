import { setTimeout as pause } from 'node:timers/promises'

export interface ReceivedEvent {
  id?: string
  event: string
  data: { missed?: string[] | 'all'; topics?: string[]; by?: string | null }
}

/** A client of the event stream, as a page is one. */
export interface EventClient {
  status: number
  received: ReceivedEvent[]
  /** Number of heartbeats so far. */
  beats(): number
  /** Waits for the next matching message, and removes it and all earlier ones from the list. */
  next(wanted: (received: ReceivedEvent) => boolean, withinMs?: number): Promise<ReceivedEvent>
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>
  leave(): void
}

/** Opens the event stream of a person. */
export async function listen(origin: string, token: string | null, query = 'age=0'): Promise<EventClient> {
  const stop = new AbortController()
  const answer = await fetch(`${origin}/api/events?${query}`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
    signal: stop.signal,
  })
  const received: ReceivedEvent[] = []
  let beats = 0
  const read = async () => {
    let text = ''
    const decoder = new TextDecoder()
    try {
      for await (const chunk of answer.body!) {
        text += decoder.decode(chunk as Uint8Array, { stream: true })
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          const lines = text.slice(0, end).split('\n')
          text = text.slice(end + 2)
          const field = (name: string) =>
            lines.find(line => line.startsWith(`${name}: `))?.slice(name.length + 2)
          if (lines[0] === ': ') beats++
          else
            received.push({
              id: field('id'),
              event: field('event') ?? '',
              data: JSON.parse(field('data') ?? '{}'),
            })
        }
      }
    } catch {
      // The client disconnected, or the server was killed.
    }
  }
  const ended = answer.headers.get('content-type')?.startsWith('text/event-stream')
    ? read()
    : Promise.resolve()
  return {
    status: answer.status,
    received,
    beats: () => beats,
    ended,
    leave: () => stop.abort(),
    async next(wanted, withinMs = 60_000) {
      const deadline = performance.now() + withinMs
      for (;;) {
        const at = received.findIndex(wanted)
        if (at >= 0) return received.splice(0, at + 1).at(-1)!
        if (performance.now() > deadline)
          throw new Error(`Not received within ${withinMs} ms; received only ${JSON.stringify(received)}`)
        await pause(5)
      }
    },
  }
}

/** Returns a predicate for a change of a topic. */
export const changed =
  (topic: string) =>
  (received: ReceivedEvent): boolean =>
    received.event === 'changed' && received.data.topics!.includes(topic)
