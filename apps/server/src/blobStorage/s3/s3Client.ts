import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { type Dispatcher, Pool } from 'undici'
import { isTransient, S3Error } from './s3Errors.ts'
import { type S3Settings, type S3Times, toBucketUrl } from './s3Settings.ts'
import { readXml } from './s3Xml.ts'

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Key of an object, with the prefix. Without it the request is about the bucket. */
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** False for a request without a signature. */
  isSigned?: boolean
  /** How long the call may take with its repetitions, in milliseconds. */
  totalMs?: number
}

interface S3Answer {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  text: string
}

export interface S3Client {
  /** Sends a request and reads its answer. @throws S3Error, or an error of the connection */
  call(request: S3Request): Promise<S3Answer>
  /** Sends a request whose answer is the bytes of an object. @throws as `call` */
  open(request: S3Request): Promise<{ status: number; body: Readable }>
  /**
   * Sends bytes that cannot be sent twice, so that it is repeated only before they were touched.
   * @param body is called at most once
   * @param size the exact number of bytes
   */
  upload(request: S3Request, body: () => AsyncIterable<Uint8Array>, size: number): Promise<S3Answer>
  /** Returns an address under which everyone can read an object for some seconds. */
  sign(key: string, query: Record<string, string>, seconds: number): Promise<string>
}

/**
 * Connections for calls. Their answers are small, so none of them holds one for long. The bytes of files move at the
 * speed of the people who send and read them: they have a connection each, since a few slow ones would block everyone.
 */
const callConnections = 16
const repetitions = 3
/** A store that requests a longer wait is treated as one that does not answer. */
const maxRetryAfterMs = 10_000
/** Answers are pages of a list at most; errors are shorter. In bytes. */
const maxAnswerBytes = 8 << 20

const hash = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Creates a client of one bucket. Its idle connections do not keep the process running. */
export function createS3Client(settings: S3Settings, times: S3Times): S3Client {
  const base = toBucketUrl(settings)
  const timeouts = {
    headersTimeout: times.idle,
    bodyTimeout: times.idle,
    connect: { timeout: Math.min(times.idle, 10_000) },
  }
  const calls = new Pool(base.origin, { ...timeouts, connections: callConnections })
  const bytes = new Pool(base.origin, { ...timeouts, connections: null })
  const { accessKeyId, secretAccessKey, region } = settings
  const credentials = { accessKeyId, secretAccessKey, region, service: 's3', cache: new Map() }

  /** Signs each attempt of a request: the signature contains the time. */
  async function toOptions(request: S3Request, payload: string, size?: number): Promise<Options> {
    const { method, key, query = {}, isSigned = true } = request
    const url = toUrl(base, key, query)
    const headers: Record<string, string> = { ...request.headers, 'x-amz-content-sha256': payload }
    if (size !== undefined) headers['content-length'] = String(size)
    const path = url.pathname + url.search
    if (!isSigned) return { method, path, headers: { ...request.headers } }
    const signer = new AwsV4Signer({ ...credentials, url: url.href, method, headers, allHeaders: true })
    const signed = await signer.sign()
    return { method, path, headers: Object.fromEntries(signed.headers) }
  }

  async function send(
    pool: Pool,
    request: S3Request,
    signal?: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const { body } = request
    const size = body === undefined ? undefined : Buffer.byteLength(body)
    const options = await toOptions(request, hash(body ?? ''), size)
    return requireSuccess(await pool.request({ ...options, ...(signal && { signal }), body: body ?? null }))
  }

  return {
    async call(request) {
      const signal = AbortSignal.timeout(request.totalMs ?? times.whole)
      return repeat(times.pause, signal, async () => toAnswer(await send(calls, request, signal)))
    },
    async open(request) {
      // The bytes of an object may take longer than a call.
      const work = () => send(bytes, request)
      const { statusCode, body } = await repeat(times.pause, AbortSignal.timeout(times.whole), work)
      return { status: statusCode, body }
    },
    async upload(request, body, size) {
      let isTouched = false
      async function* touch() {
        isTouched = true
        yield* body()
      }
      const work = async () => {
        const options = await toOptions(request, 'UNSIGNED-PAYLOAD', size)
        return toAnswer(
          await requireSuccess(await bytes.request({ ...options, body: Readable.from(touch()) })),
        )
      }
      return repeat(times.pause, AbortSignal.timeout(times.whole), work, () => !isTouched)
    },
    async sign(key, query, seconds) {
      const url = toUrl(base, key, { ...query, 'X-Amz-Expires': String(seconds) })
      const signed = await new AwsV4Signer({
        ...credentials,
        url: url.href,
        method: 'GET',
        signQuery: true,
      }).sign()
      return encodeSpaces(signed.url).href
    },
  }
}

type Options = Pick<Dispatcher.RequestOptions, 'method' | 'path' | 'headers'>

function toUrl(base: URL, key: string | undefined, query: Record<string, string>): URL {
  const url = new URL(base)
  if (key !== undefined) url.pathname += key.split('/').map(encodeURIComponent).join('/')
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return encodeSpaces(url)
}

/** Writes the spaces of the query as %20: a signature counts them so, whereas URL writes plus signs. */
function encodeSpaces(url: URL): URL {
  url.search = url.search.replaceAll('+', '%20')
  return url
}

/** Repeats a call while it fails for a reason that may pass, and as long as `mayRepeat`. */
async function repeat<T>(
  pauseMs: number,
  signal: AbortSignal,
  work: () => Promise<T>,
  mayRepeat = () => true,
): Promise<T> {
  for (let repetition = 0; ; repetition++)
    try {
      return await work()
    } catch (error) {
      const retryAfterMs = error instanceof S3Error ? error.retryAfterMs : null
      if (!isTransient(error) || !mayRepeat() || repetition === repetitions || signal.aborted) throw error
      if ((retryAfterMs ?? 0) > maxRetryAfterMs) throw error
      // Random, so that servers that failed at the same time do not return at the same time.
      const ms = retryAfterMs ?? pauseMs * 4 ** repetition * (0.5 + Math.random())
      await pause(ms, undefined, { signal })
    }
}

/** Reads an answer. Some of status 200 begin before the store knows the result, and have an error inside. */
async function toAnswer({ statusCode: status, headers, body }: Dispatcher.ResponseData): Promise<S3Answer> {
  const text = await readText(body, maxAnswerBytes)
  if (/^\s*(?:<\?xml[^>]*>\s*)?<Error[\s>]/.test(text))
    throw new S3Error(status, readXml(text).fields.Code ?? '', null, { text, headers })
  return { status, headers, text }
}

/** Turns an answer that is no success into an error. */
async function requireSuccess(answer: Dispatcher.ResponseData): Promise<Dispatcher.ResponseData> {
  const { statusCode: status, headers, body } = answer
  if (status >= 200 && status < 300) return answer
  const text = await readText(body, 64 << 10)
  throw new S3Error(status, readXml(text).fields.Code ?? '', readRetryAfter(headers['retry-after']), {
    text,
    headers,
  })
}

/** Reads an answer as text, up to some bytes. */
async function readText(body: Readable, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > maxBytes) break
  }
  return Buffer.concat(chunks).toString()
}

/** Returns how long a store requests to wait, in milliseconds: as seconds or a date. */
function readRetryAfter(header: string | string[] | undefined): number | null {
  if (typeof header !== 'string') return null
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}
