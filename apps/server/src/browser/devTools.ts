import type { Readable, Writable } from 'node:stream'

/** An event of the browser. */
interface DevToolsEvent {
  method: string
  params: Record<string, unknown>
}

/** A connection to a browser by the Chrome DevTools Protocol, over `--remote-debugging-pipe`. */
export interface DevTools {
  /**
   * Calls a method.
   * @param session of a page; absent for the browser itself
   * @throws DevToolsError when the browser refuses the call or ends
   */
  call(method: string, params?: object, session?: string): Promise<Record<string, unknown>>
  /** Calls the listener with each event of all pages. */
  onEvent(listener: (event: DevToolsEvent) => void): void
}

/** The browser refused a call, or ended before it answered. */
export class DevToolsError extends Error {
  override name = 'DevToolsError'
}

interface Message {
  id?: number
  method?: string
  params?: Record<string, unknown>
  result?: Record<string, unknown>
  error?: { message: string }
}

/** The largest message of the browser in bytes. A page cannot make it larger: its bytes are read in pieces. */
const maxMessageBytes = 8_000_000

/**
 * Implements the protocol: JSON messages that end with a zero byte.
 * @param input the pipe to the browser
 * @param output the pipe from the browser
 */
export function createDevTools(input: Writable, output: Readable): DevTools {
  const waiting = new Map<
    number,
    { resolve: (result: Record<string, unknown>) => void; reject: (error: Error) => void }
  >()
  const listeners: ((event: DevToolsEvent) => void)[] = []
  let lastId = 0
  let ended: DevToolsError | null = null

  const end = (message: string) => {
    ended ??= new DevToolsError(message)
    for (const each of waiting.values()) each.reject(ended)
    waiting.clear()
  }

  function receive(text: string): void {
    const message = JSON.parse(text) as Message
    if (message.id === undefined) {
      const event = { method: message.method ?? '', params: message.params ?? {} }
      for (const listener of listeners) listener(event)
      return
    }
    const call = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.error) call?.reject(new DevToolsError(message.error.message))
    else call?.resolve(message.result ?? {})
  }

  let pieces: Buffer[] = []
  let size = 0
  output.on('data', (chunk: Buffer) => {
    let from = 0
    for (let at = chunk.indexOf(0); at >= 0; at = chunk.indexOf(0, from)) {
      const text = Buffer.concat([...pieces, chunk.subarray(from, at)]).toString('utf8')
      pieces = []
      size = 0
      from = at + 1
      receive(text)
    }
    const rest = chunk.subarray(from)
    size += rest.length
    if (size > maxMessageBytes) {
      pieces = []
      output.destroy()
      return end('The browser sent too much.')
    }
    if (rest.length > 0) pieces.push(rest)
  })
  for (const stream of [input, output]) stream.on('error', () => end('The browser has ended.'))
  output.on('close', () => end('The browser has ended.'))

  return {
    call(method, params = {}, session) {
      if (ended) return Promise.reject(ended)
      const id = ++lastId
      const message = { id, method, params, ...(session !== undefined && { sessionId: session }) }
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        input.write(`${JSON.stringify(message)}\0`)
      })
    },
    onEvent: listener => void listeners.push(listener),
  }
}
