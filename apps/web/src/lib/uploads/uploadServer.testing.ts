import { createHash } from 'node:crypto'
import { Refusal } from '@nestmark/contract/client'
import type { ErrorCode } from '@nestmark/contract/errors'
import { cancelUpload, finishUpload, startUpload, type UploadState } from '@nestmark/contract/files'
import { saveLink } from '@nestmark/contract/links'
import type { Input, Operation } from '@nestmark/contract/operation'
import type { Link } from '@nestmark/contract/shapes'
import { expect, onTestFinished } from 'vitest'
import { type FakeClient, fakeClient } from '../api/fakeClient.testing.ts'
import { connection } from '../connection.ts'
import { fakePage, replaceGlobal } from '../fakePage.testing.ts'

/** A part of a file that the page sends. */
export interface Part {
  uploadId: string
  number: number
  bytes: Buffer
  headers: Map<string, string>
  /** Reports to the page how many bytes left it. */
  report: (loaded: number) => void
}

/** `broken`: the connection breaks. */
export type PartAnswer = 'broken' | { status: number; text?: string; retryAfter?: number }

interface ServerUpload extends UploadState {
  start: Input<typeof startUpload>
  bytes: Map<number, Buffer>
}

export interface UploadServer extends FakeClient {
  /** By request key, in the order in which they were started. */
  uploads: Map<string, ServerUpload>
  /** The parts in the order in which the page began to send them. */
  parts: Part[]
  /** Links that were saved, by idempotency key. */
  links: Map<string, Link>
  /** The inputs of the calls of an operation. */
  inputs<Op extends Operation>(op: Op): Input<Op>[]
  /** What answers a part; it is stored when nothing else answers it. */
  onPart: (part: Part) => PartAnswer | undefined | Promise<PartAnswer | undefined>
  /** The parts whose requests the page has ended. */
  ended: Part[]
  /** The names of the locks that this window or another one holds. */
  locks: Set<string>
  /** Whether the server answers the page when it asks whether it is reachable. */
  isReachable: boolean
  /** Returns what arrived of an upload, in the order of the file. */
  bytesOf(requestKey: string): Buffer
}

export const refuse = (status: number, code: ErrorCode | 'network', data?: unknown): Refusal =>
  new Refusal({ status, code, message: `The reason is ${code}.`, data })

const toDigest = (bytes: Uint8Array) => `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`

/** Lets every wait of the page end at once. */
function skipWaits(): void {
  const real = setTimeout
  replaceGlobal('setTimeout', (run: () => void) => real(run, 0))
}

/** The locks of a browser, with those that other windows hold. */
function fakeLocks(held: Set<string>) {
  return async (name: string, _: unknown, run: (lock: object | null) => Promise<void> | undefined) => {
    if (held.has(name)) return run(null)
    held.add(name)
    await run({})
    held.delete(name)
  }
}

/** Replaces the requests of a browser that report their progress, which Node does not have. */
function fakeRequests(server: UploadServer): void {
  class FakeRequest extends EventTarget {
    readonly upload = new EventTarget()
    readonly #headers = new Map<string, string>()
    #url = ''
    #part: Part | undefined
    #retryAfter: number | undefined
    status = 0
    responseText = ''
    open(_method: string, url: string): void {
      this.#url = url
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value)
    }
    getResponseHeader(): string | null {
      return this.#retryAfter === undefined ? null : String(this.#retryAfter)
    }
    send(bytes: ArrayBuffer): void {
      const [uploadId = '', number] = this.#url.split('/').slice(-2)
      const report = (loaded: number) =>
        this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded }))
      const part = {
        uploadId,
        number: Number(number),
        bytes: Buffer.from(bytes),
        headers: this.#headers,
        report,
      }
      this.#part = part
      server.parts.push(part)
      void this.#answer(part)
    }
    abort(): void {
      if (this.#part) server.ended.push(this.#part)
      this.#end('abort')
    }
    async #answer(part: Part): Promise<void> {
      const answer = (await server.onPart(part)) ?? store(server, part)
      if (server.ended.includes(part)) return
      if (answer === 'broken') return this.#end('error')
      this.status = answer.status
      this.responseText = answer.text ?? ''
      this.#retryAfter = answer.retryAfter
      this.#end('load')
    }
    #end(name: string): void {
      for (const each of [name, 'loadend']) this.dispatchEvent(new Event(each))
    }
  }
  replaceGlobal('XMLHttpRequest', FakeRequest)
}

function store(server: UploadServer, { uploadId, number, bytes, headers }: Part): PartAnswer {
  const upload = [...server.uploads.values()].find(each => each.upload_id === uploadId)
  if (!upload || headers.get('content-digest') !== toDigest(bytes)) return { status: 400 }
  upload.bytes.set(number, bytes)
  upload.parts.push(number)
  return { status: 204 }
}

/**
 * Replaces the server by one that takes uploads, for a person who is signed in. The page does not wait before it tries
 * something again.
 * @param partSize in bytes
 */
export function startUploadServer({ partSize = 4 } = {}): UploadServer {
  fakePage()
  skipWaits()
  const client = fakeClient()
  const server: UploadServer = {
    ...client,
    uploads: new Map(),
    parts: [],
    links: new Map(),
    ended: [],
    locks: new Set(),
    isReachable: true,
    onPart: () => undefined,
    inputs: op => client.calls.filter(({ path }) => path === op.path).map(({ input }) => input as never),
    bytesOf(key) {
      const parts = [...(server.uploads.get(key)?.bytes ?? [])].sort(([one], [other]) => one - other)
      return Buffer.concat(parts.map(([, bytes]) => bytes))
    },
  }
  fakeRequests(server)
  replaceGlobal('navigator', { onLine: true, locks: { request: fakeLocks(server.locks) } })
  replaceGlobal('fetch', () =>
    server.isReachable ? Promise.resolve(new Response('{}')) : Promise.reject(new TypeError('no network')),
  )
  const before = connection.get()
  connection.set('up')
  onTestFinished(async () => {
    server.isReachable = true
    await expect.poll(connection.get).toBe('up')
    connection.set(before)
  })
  client.answer(startUpload, start => {
    const key = start.request_key ?? ''
    const number = server.uploads.size + 1
    const upload = server.uploads.get(key) ?? {
      upload_id: `u${number}`,
      url: `/files/uploads/u${number}`,
      size: start.size,
      part_size: partSize,
      parts: [],
      state: 'open' as const,
      start,
      bytes: new Map(),
    }
    server.uploads.set(key, upload)
    return structuredClone(upload)
  })
  client.answer(finishUpload, ({ upload_id }) => {
    const upload = [...server.uploads.values()].find(each => each.upload_id === upload_id)
    if (!upload) throw refuse(404, 'files.uploadNotFound')
    if (upload.bytes.size > 0 && server.bytesOf(upload.start.request_key ?? '').length !== upload.size)
      throw refuse(409, 'files.partsMissing')
    upload.state = 'ready'
    const key = upload.start.enc === 1 ? upload_id : `file of ${upload_id}`
    return { key, name: upload.start.name, size: upload.size, media_type: '' }
  })
  client.answer(cancelUpload, ({ upload_id }) => {
    for (const upload of server.uploads.values())
      if (upload.upload_id === upload_id) upload.state = 'cancelled'
    return {}
  })
  client.answer(saveLink, ({ name }, { idempotencyKey = '' }) => {
    const link =
      server.links.get(idempotencyKey) ?? ({ _id: `l${server.links.size + 1}`, name } as unknown as Link)
    server.links.set(idempotencyKey, link)
    return link
  })
  return server
}

/** Returns bytes that differ from one position to the next. */
export const toBytes = (length: number): Buffer<ArrayBuffer> =>
  Buffer.from(Array.from({ length }, (_, at) => (at * 7 + 1) % 251))
