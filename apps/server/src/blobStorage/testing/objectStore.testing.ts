import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import type { S3Settings } from '../s3/s3Settings.ts'
import { type Bucket, BucketError, createBucket, md5 } from './bucket.testing.ts'
import { runRequest, type StoreAnswer } from './bucketRequests.testing.ts'
import { checkSignature, sha256 } from './requestSignature.testing.ts'

/** What a test store does instead of answering, or in the middle of it. */
interface Failure {
  /** Chooses the requests: `PUT`, or a method and a part of the address, as in `POST uploadId=`. */
  when: string
  /** How often; always by default. */
  times?: number
  /**
   * A status with its code; `cut` ends the connection in the middle of the request, `cutAnswer` in the middle of the answer
   * to a request that was executed, `errorInside` answers 200 with an error, and `hold` waits for a promise.
   */
  answer:
    | { status: number; code?: string; retryAfter?: string }
    | 'cut'
    | 'cutAnswer'
    | 'errorInside'
    | { hold: Promise<void> }
}

/** A server that implements the S3 API, for tests on the loopback interface. */
export interface ObjectStore {
  settings: S3Settings
  bucket: Bucket
  /** The difference of its clock to that of the machine, in milliseconds. */
  skewMs: number
  /** Whether everyone can read its objects. */
  isOpen: boolean
  /** The origin whose pages may read its objects (CORS). */
  corsOrigin: string | null
  failures: Failure[]
  /** Method and address of the requests so far. */
  requests: string[]
  /** How many requests it has not answered completely. */
  open: number
  close(): Promise<void>
}

/** Starts a store with one bucket, which lists two objects a page. */
export async function startObjectStore(given: Partial<S3Settings> = {}): Promise<ObjectStore> {
  const settings: S3Settings = {
    endpoint: '',
    region: 'eu-test-1',
    bucket: 'nestmark-files',
    prefix: 'nest/',
    accessKeyId: 'TESTKEYID',
    secretAccessKey: 'a/secret+with=signs',
    pathStyle: true,
    ...given,
  }
  const server = createServer((request, response) => void answer(store, request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  settings.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const store: ObjectStore = {
    settings,
    bucket: createBucket(() => Date.now() + store.skewMs, 2),
    skewMs: 0,
    isOpen: false,
    corsOrigin: null,
    failures: [],
    requests: [],
    open: 0,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return store
}

async function answer(store: ObjectStore, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url: target = '' } = request
  store.requests.push(`${method} ${target}`)
  store.open++
  response.on('close', () => store.open--)
  if (store.corsOrigin) response.setHeader('access-control-allow-origin', store.corsOrigin)
  response.setHeader('date', new Date(Date.now() + store.skewMs).toUTCString())
  request.on('error', () => {})
  const failure = takeFailure(store, `${method} ${target}`)
  try {
    if (failure === 'cut') {
      await once(request, 'readable')
      request.socket.destroy()
      return
    }
    if (failure !== null && typeof failure === 'object') await applyFailure(response, failure)
    const body = await receive(store, request)
    if (failure === 'errorInside') {
      send(response, { status: 200, body: `\n  ${toError(new BucketError(500, 'InternalError'))}` })
      return
    }
    const asked = { method, target, range: request.headers.range, body }
    const result = runRequest(store.bucket, store.settings.bucket, asked)
    if (failure === 'cutAnswer') cutAnswer(response, result)
    else send(response, result)
  } catch (error) {
    if (!(error instanceof BucketError)) {
      request.socket.destroy()
      return
    }
    // The rest of the request is not read.
    response.setHeader('connection', 'close')
    if (error.code === 'AuthorizationHeaderMalformed')
      response.setHeader('x-amz-bucket-region', store.settings.region)
    send(response, { status: error.status, body: method === 'HEAD' ? '' : toError(error) })
  }
}

async function applyFailure(
  response: ServerResponse,
  failure: Exclude<Failure['answer'], string>,
): Promise<void> {
  if ('hold' in failure) return failure.hold
  if (failure.retryAfter) response.setHeader('retry-after', failure.retryAfter)
  throw new BucketError(failure.status, failure.code ?? '')
}

function takeFailure(store: ObjectStore, line: string): Failure['answer'] | null {
  const failure = store.failures.find(({ when }) => when.split(' ').every(part => line.includes(part)))
  if (!failure) return null
  if (failure.times !== undefined && --failure.times <= 0)
    store.failures.splice(store.failures.indexOf(failure), 1)
  return failure.answer
}

/** Checks the right to a request, reads its body, and checks the digests that the request gives of it. */
async function receive(store: ObjectStore, request: IncomingMessage): Promise<Buffer> {
  const { method = '', url: target = '' } = request
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  )
  const refusal = checkSignature(
    { method, target, headers },
    { ...store.settings, now: Date.now() + store.skewMs },
  )
  const isPublic = refusal === 'anonymous' && store.isOpen && method === 'GET'
  if (refusal !== null && !isPublic) throw toRefusal(refusal)
  if (method === 'PUT' && headers['content-length'] === undefined)
    throw new BucketError(411, 'MissingContentLength')
  const body = await buffer(request)
  const payload = headers['x-amz-content-sha256']
  if (refusal === null && payload && payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body))
    throw new BucketError(400, 'XAmzContentSHA256Mismatch')
  const given = headers['content-md5']
  if (given !== undefined && given !== md5(body).toString('base64')) throw new BucketError(400, 'BadDigest')
  const sum = headers['x-amz-checksum-crc32']
  if (sum !== undefined && Buffer.from(sum, 'base64').readUInt32BE() !== crc32(body))
    throw new BucketError(400, 'BadDigest')
  return body
}

function toRefusal(code: string): BucketError {
  if (code === 'anonymous') return new BucketError(403, 'AccessDenied')
  return new BucketError(code.startsWith('Authorization') ? 400 : 403, code)
}

const toError = ({ code }: BucketError) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>A &quot;test&quot;.</Message></Error>`

function send(response: ServerResponse, { status, headers = {}, body = '' }: StoreAnswer): void {
  response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers })
  response.end(body)
}

/** Sends half of an answer, or nothing of one without a body, and ends the connection. */
function cutAnswer(response: ServerResponse, { status, headers = {}, body = '' }: StoreAnswer): void {
  const bytes = Buffer.from(body)
  if (bytes.length === 0) return void response.destroy()
  response.writeHead(status, { 'content-length': bytes.length, ...headers })
  response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy())
}
