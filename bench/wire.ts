import { connect, type Socket } from 'node:net'

export interface Answer {
  status: number
  headers: string
  body: Buffer
}

/**
 * Returns the bytes of a GET request. Built before the clock starts.
 * @param range the value of the header `Range`
 */
export function get(path: string, range?: string): Buffer {
  const header = range ? `range: ${range}\r\n` : ''
  return Buffer.from(`GET ${path} HTTP/1.1\r\nhost: bench\r\n${header}\r\n`)
}

/** Returns the bytes of a PUT request with a part of an upload. */
export function put(path: string, body: Buffer, token: string, digest: string): Buffer {
  const head =
    `PUT ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\n` +
    `content-type: application/octet-stream\r\ncontent-length: ${body.length}\r\ncontent-digest: ${digest}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), body])
}

/**
 * Returns the bytes of a POST request.
 * @param from the client's IP address, as a proxy reports it
 */
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
 * A keep-alive connection that only writes request bytes and reads response bytes. A client library would add the same
 * time to both sides of a ratio; without one, the ratio is that of the server.
 */
export class Wire {
  readonly #socket: Socket
  #chunks: Buffer[] = []
  #received = 0
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

  /** Sends a request and returns the milliseconds until the last byte of a successful response. */
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
    this.#received += chunk.length
    if (this.#headEnd < 0) this.#readHead()
    if (this.#received < this.#needed) return
    const all = this.#joined()
    const headers = all.toString('latin1', 0, this.#headEnd)
    const answer = { status: Number(headers.slice(9, 12)), headers, body: all.subarray(this.#headEnd) }
    this.#chunks = []
    this.#received = 0
    this.#needed = Infinity
    this.#headEnd = -1
    this.#done?.(answer)
  }

  #joined(): Buffer {
    const first = this.#chunks[0]
    return first && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks)
  }

  #readHead(): void {
    const start = this.#joined()
    const end = start.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = start.toString('latin1', 0, end)
    // An answer without content has no length.
    const length = / 204 /.test(head.slice(8, 13)) ? ['', '0'] : /\r\ncontent-length: (\d+)/i.exec(head)
    if (!length) return this.#failed?.(new Error('The response has no content-length.'))
    this.#headEnd = end + 4
    this.#needed = this.#headEnd + Number(length[1])
  }
}
