import type { ErrorCode } from './errors.ts'
import type { Input, Operation, Output } from './operation.ts'

/** A refusal as it came over the wire. `code` names it, `message` is its sentence. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: number
  readonly code: ErrorCode | 'network'
  readonly fields: { path: string; code: string; message: string }[]
  readonly data: unknown
  /** Seconds to wait before the next try, 0 when nobody said so. */
  readonly retryAfter: number

  constructor(answer: {
    status: number
    code: ErrorCode | 'network'
    message: string
    errors?: { path: string; code: string; message: string }[]
    data?: unknown
    retryAfter?: number
  }) {
    super(answer.message)
    this.status = answer.status
    this.code = answer.code
    // What belongs to no field is said by the message.
    this.fields = (answer.errors ?? []).filter(field => field.path !== '')
    this.data = answer.data
    this.retryAfter = answer.retryAfter ?? 0
  }
}

export interface CallOptions {
  signal?: AbortSignal
  /** Sent as `Idempotency-Key`: the same key does the deed once. */
  idempotencyKey?: string
}

export interface Answer<T> {
  status: number
  message: string
  data: T
}

export interface Client {
  /** Calls an operation and gives its `data`. Throws `Refusal` for every status from 400 on, for a 203 that brings nothing, and when the network is gone. */
  call<Op extends Operation>(op: Op, input: Input<Op>, options?: CallOptions): Promise<Output<Op>>
  /** The same, with status and message. */
  ask<Op extends Operation>(op: Op, input: Input<Op>, options?: CallOptions): Promise<Answer<Output<Op>>>
}

/** The path of a call; a GET has its input in it. */
function buildPath<Op extends Operation>(op: Op, input: Input<Op>): string {
  if (op.method === 'POST') return op.path
  const rest = new Map(Object.entries(input as Record<string, unknown>))
  const path = op.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest.get(name))
    rest.delete(name)
    return encodeURIComponent(value)
  })
  const query = new URLSearchParams([...rest].map(([name, value]) => [name, String(value)])).toString()
  return query ? `${path}?${query}` : path
}

/**
 * The typed client of page, extension and tests.
 * @param base origin of the server, '' for the page's own
 * @param token gives the current bearer token, or null
 * @param more headers of every call
 */
export function createClient(
  base: string,
  token: () => string | null,
  send: typeof fetch = fetch,
  more: Record<string, string> = {},
): Client {
  async function ask<Op extends Operation>(op: Op, input: Input<Op>, options: CallOptions = {}) {
    const headers: Record<string, string> = { ...more, 'content-type': 'application/json' }
    const bearer = op.access === 'anyone' ? null : token()
    if (bearer) headers.authorization = `Bearer ${bearer}`
    if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey
    let response: Response
    try {
      response = await send(`${base}/api/${buildPath(op, input)}`, {
        method: op.method,
        headers,
        body: op.method === 'POST' ? JSON.stringify(input) : undefined,
        signal: options.signal,
      })
    } catch (cause) {
      if (options.signal?.aborted) throw cause
      throw new Refusal({ status: 0, code: 'network', message: 'Nestmark cannot be reached.' })
    }
    const body = await response.json().catch(() => null)
    // 203 can be either: an answer with something in it, or a refusal.
    if (!response.ok || body === null || (body.code !== undefined && body.data === null))
      throw new Refusal({
        status: response.status,
        code: body?.code ?? 'server.failed',
        message: body?.message ?? 'The server gave no readable answer.',
        errors: body?.errors,
        data: body?.data,
        retryAfter: Number(response.headers.get('retry-after')) || 0,
      })
    return body as Answer<Output<Op>>
  }
  return { ask, call: async (op, input, options) => (await ask(op, input, options)).data }
}
