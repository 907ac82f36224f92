import { connect, type Socket } from 'node:net'

export interface Answer {
  status: number
  headers: string
  body: Buffer
}

/** The bytes of a request, made before the clock runs. */
export function get(path: string): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nhost: bench\r\n\r\n`)
}

/** @param from the caller's address, as a proxy names it */
export function post(path: string, body: unknown, token?: string, from?: string): Buffer {
  const json = JSON.stringify(body)
  const bearer = token ? `authorization: Bearer ${token}\r\n` : ''
  const forwarded = from ? `x-forwarded-for: ${from}\r\n` : ''
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: bench\r\n${bearer}${forwarded}content-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
  )
}

/**
 * One kept connection that does nothing but write bytes and read the answer's: what a client library would add to both
 * sides of a ratio is left out, so that the ratio is the server's own.
 */
export class Wire {
  readonly #socket: Socket
  #chunks: Buffer[] = []
  #held = 0
  #needed = Infinity
  #headEnd = -1
  #done: ((answer: Answer) => void) | null = null
  #failed: ((error: Error) => void) | null = null

  static open(port: number): Promise<Wire> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(new Wire(socket)))
      socket.once('error', reject)
    })
  }

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', chunk => this.#take(chunk))
    socket.on('error', error => this.#failed?.(error))
    socket.on('close', () => this.#failed?.(new Error('The server closed the connection.')))
  }

  ask(request: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#done = resolve
      this.#failed = reject
      this.#socket.write(request)
    })
  }

  /** Asks, and gives the milliseconds until the last byte of a good answer was there. */
  async time(request: Buffer): Promise<number> {
    const begun = performance.now()
    const { status, body } = await this.ask(request)
    const took = performance.now() - begun
    if (status !== 200) throw new Error(`The server answered ${status}: ${body.toString().slice(0, 300)}`)
    return took
  }

  close(): void {
    this.#failed = null
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#held += chunk.length
    if (this.#headEnd < 0) this.#readHead()
    if (this.#held < this.#needed) return
    const all = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks)
    const headers = all.toString('latin1', 0, this.#headEnd)
    const answer = { status: Number(headers.slice(9, 12)), headers, body: all.subarray(this.#headEnd) }
    this.#chunks = []
    this.#held = 0
    this.#needed = Infinity
    this.#headEnd = -1
    this.#done?.(answer)
  }

  #readHead(): void {
    const start = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks)
    const end = start.indexOf('\r\n\r\n')
    if (end < 0) return
    const length = /\r\ncontent-length: (\d+)/i.exec(start.toString('latin1', 0, end))
    if (!length) return this.#failed?.(new Error('An answer without a length.'))
    this.#headEnd = end + 4
    this.#needed = this.#headEnd + Number(length[1])
  }
}
