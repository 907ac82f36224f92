import { parentPort, workerData } from 'node:worker_threads'
import { assertDefined } from '@nestmark/core/assertDefined'
import { enforceQuotas } from './access/planQuotas.ts'
import { endOnRequest } from './concurrency/threads.ts'
import { lowerPriority } from './concurrency/threadPriority.ts'
import { openReadDb } from './db/openDb.ts'
import { highlightFile } from './features/highlights/importing/highlightFile.ts'
import { linkFile } from './features/importExport/files/linkFile.ts'
import { exportedFiles } from './features/libraryExport/contents/exportedFiles.ts'
import { libraryJson } from './features/libraryExport/contents/libraryJson.ts'
import { printFile } from './features/pdf/printFile.ts'
import type { Call } from './calls/call.ts'
import { unwrapOwnData, type Route } from './calls/route.ts'
import { readStoredBytes } from './db/writes/bandwidthMeter.ts'
import { encodeResult } from './http/responses/encodeBody.ts'
import type { ReadCall, ReaderAnswer, ReaderRequest, ReaderStart, ReadFile } from './readers/messages.ts'
import { serializeError } from './readers/serializedError.ts'
import { routes } from './routes.ts'
import type { ReadServices, Services } from './services.ts'

/** The program of a reader thread: it runs read-only operations with a separate database connection. */

const { config } = workerData as ReaderStart
const port = assertDefined(parentPort, 'parentPort')
lowerPriority('interactive')
endOnRequest(port)
enforceQuotas(config.planLimits)
const db = openReadDb(config)
const byPath = new Map<string, Route>(routes.map(route => [route.op.path, route]))
const files = new Map<number, AsyncGenerator<string>>()

/** Minimum length of a chunk, in characters. */
const chunkLength = 128 * 1024

port.on('message', (request: ReaderRequest) => {
  const before = db.statements
  answer(request).then(
    found => send({ id: request.id, statements: db.statements - before, ...found }),
    (error: unknown) =>
      send({ id: request.id, statements: db.statements - before, error: serializeError(error) }),
  )
})

type Found = Pick<ReaderAnswer, 'bytes' | 'status' | 'isOwn' | 'ended'>

function answer(request: ReaderRequest): Promise<Found> {
  if (request.kind === 'call') return run(request.call)
  if (request.kind === 'pull') return pull(request.of)
  if (request.kind === 'open') files.set(request.id, open(request.file))
  else files.delete(request.of)
  return Promise.resolve({})
}

async function run({ path, input, actor, ip, at }: ReadCall): Promise<Found> {
  const route = assertDefined(byPath.get(path), path)
  const services: ReadServices = {
    config,
    db,
    now: () => at,
    // The request thread stores the measured bytes before it sends the call.
    meter: { readUsedBytes: ownerId => readStoredBytes(db.read, ownerId, at) },
  }
  const call = { actor, services, ip, token: null, idempotencyKey: null }
  const { result, isOwn } = unwrapOwnData(
    route,
    await route.handle(call as unknown as Call<typeof actor, Services>, input),
  )
  return { ...encodeResult(route.op, result), isOwn }
}

function open(order: ReadFile): AsyncGenerator<string> {
  const request = { ...order, publicUrl: config.publicUrl }
  switch (order.file) {
    case 'print':
      return printFile(db, request)
    case 'highlights':
      return highlightFile(db, request)
    case 'libraryJson':
      return libraryJson(db, request)
    case 'exportedFiles':
      return exportedFiles(db, request)
    default:
      return linkFile(db, request)
  }
}

async function pull(of: number): Promise<Found> {
  const file = files.get(of)
  if (!file) throw new Error('This file is not open.')
  let text = ''
  while (text.length < chunkLength) {
    const next = await file.next()
    if (next.done) {
      files.delete(of)
      return { bytes: Buffer.from(text), ended: true }
    }
    text += next.value
  }
  return { bytes: Buffer.from(text) }
}

function send(answered: ReaderAnswer): void {
  if (!answered.bytes) return port.postMessage(answered)
  // Small texts share the pool of Node's buffers, which would be sent with each of them.
  const isShared = answered.bytes.byteLength !== answered.bytes.buffer.byteLength
  const bytes = isShared ? new Uint8Array(answered.bytes) : answered.bytes
  port.postMessage({ ...answered, bytes }, [bytes.buffer as ArrayBuffer])
}
