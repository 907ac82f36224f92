import type { ErrorCode } from './errors.ts'
import type { Input, Operation, Output } from './operation.ts'

/** The body of an error response. */
interface RefusalBody {
  code?: ErrorCode
  message?: string
  errors?: { path: string; code: string; message: string }[] | undefined
  data?: unknown
}

/** An error response of the API. `code` identifies the error; `message` is its text. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: number
  readonly code: ErrorCode | 'network'
  readonly fields: { path: string; code: string; message: string }[]
  readonly data: unknown
  /** Seconds to wait before a retry; 0 when the response has no Retry-After header. */
  readonly retryAfter: number

  constructor(
    response: Omit<RefusalBody, 'code' | 'message'> & {
      status: number
      code: ErrorCode | 'network'
      message: string
      retryAfter?: number
    },
  ) {
    super(response.message)
    this.status = response.status
    this.code = response.code
    // Errors without a field path are covered by the message.
    this.fields = (response.errors ?? []).filter(field => field.path !== '')
    this.data = response.data
    this.retryAfter = response.retryAfter ?? 0
  }
}

/** Reads the JSON of an answer; null where it is none, such as that of a proxy. */
export const readJson = (response: Response): Promise<RefusalBody | null> => response.json().catch(() => null)

/** Returns the refusal that an answer is. @param body its JSON */
export function toRefusal({ status, headers }: Response, body: RefusalBody | null): Refusal {
  return new Refusal({
    status,
    code: body?.code ?? 'server.failed',
    message: body?.message ?? 'Unexpected response from the server.',
    errors: body?.errors,
    data: body?.data,
    retryAfter: Number(headers.get('retry-after')) || 0,
  })
}

export interface CallOptions {
  signal?: AbortSignal
  /** Sent as `Idempotency-Key`. The server performs calls with the same key once. */
  idempotencyKey?: string
  /** The request continues when the page is closed. Its body is small. */
  keepalive?: boolean
}

export interface Answer<T> {
  status: number
  message: string
  data: T
}

export interface Client {
  /** Calls an operation and returns its `data`. Throws `Refusal` for a status of 400 or above, for a 203 without data, and when the network fails. */
  call<Op extends Operation>(op: Op, input: Input<Op>, options?: CallOptions): Promise<Output<Op>>
  /** Calls an operation and returns its status, message and data. */
  ask<Op extends Operation>(op: Op, input: Input<Op>, options?: CallOptions): Promise<Answer<Output<Op>>>
}

/** Returns the path of a call. For a GET, it includes the input. */
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
 * Creates the typed client that the page, the extension and the tests use.
 * @param base origin of the server; '' for the origin of the page
 * @param token returns the current bearer token, or null
 * @param more extra headers for every call
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
        keepalive: options.keepalive,
      })
    } catch (cause) {
      if (options.signal?.aborted) throw cause
      throw new Refusal({ status: 0, code: 'network', message: 'Nestmark cannot be reached.' })
    }
    const body = await readJson(response)
    // A 203 is either a successful response with data or an error.
    if (!response.ok || body === null || (body.code !== undefined && body.data === null))
      throw toRefusal(response, body)
    return body as Answer<Output<Op>>
  }
  return { ask, call: async (op, input, options) => (await ask(op, input, options)).data }
}
