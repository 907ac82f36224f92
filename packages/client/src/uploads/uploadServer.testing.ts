import { createHash } from 'node:crypto'
import { Refusal } from '@nestmark/contract/client'
import type { ErrorCode } from '@nestmark/contract/errors'
import { cancelUpload, finishUpload, startUpload, type UploadState } from '@nestmark/contract/files'
import type { Input, Operation } from '@nestmark/contract/operation'
import type { FakeServer } from '../fakeServer.testing.ts'

/** A part of a file that a client sends. */
export interface Part {
  uploadId: string
  number: number
  bytes: Buffer
  headers: Map<string, string>
  /** Reports to the client how many bytes left it. */
  report: (loaded: number) => void
}

/** `broken`: the connection breaks. */
export type PartAnswer = 'broken' | { status: number; text?: string; retryAfter?: number }

interface ServerUpload extends UploadState {
  start: Input<typeof startUpload>
  bytes: Map<number, Buffer>
}

/** The part of a server that takes uploads. */
export interface UploadServer {
  /** By request key, in the order in which they were started. */
  uploads: Map<string, ServerUpload>
  /** The parts in the order in which the client began to send them. */
  parts: Part[]
  /** The inputs of the calls of an operation. */
  inputs<Op extends Operation>(op: Op): Input<Op>[]
  /** What answers a part; it is stored when nothing else answers it. */
  onPart: (part: Part) => PartAnswer | undefined | Promise<PartAnswer | undefined>
  /** The parts whose requests the client has ended. */
  ended: Part[]
  /** Returns what arrived of an upload, in the order of the file. */
  bytesOf(requestKey: string): Buffer
  /** Answers a part. */
  receive(part: Part): Promise<PartAnswer>
}

export const refuse = (status: number, code: ErrorCode | 'network', data?: unknown): Refusal =>
  new Refusal({ status, code, message: `The reason is ${code}.`, data })

const toDigest = (bytes: Uint8Array) => `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`

function store(
  server: Pick<UploadServer, 'uploads'>,
  { uploadId, number, bytes, headers }: Part,
): PartAnswer {
  const upload = [...server.uploads.values()].find(each => each.upload_id === uploadId)
  if (!upload || headers.get('content-digest') !== toDigest(bytes)) return { status: 400 }
  upload.bytes.set(number, bytes)
  upload.parts.push(number)
  return { status: 204 }
}

/** Lets a server take uploads. @param partSize in bytes */
export function addUploads(client: Pick<FakeServer, 'calls' | 'answer'>, partSize = 4): UploadServer {
  const server: UploadServer = {
    uploads: new Map(),
    parts: [],
    ended: [],
    onPart: () => undefined,
    inputs: op => client.calls.filter(({ path }) => path === op.path).map(({ input }) => input as never),
    bytesOf(key) {
      const parts = [...(server.uploads.get(key)?.bytes ?? [])].sort(([one], [other]) => one - other)
      return Buffer.concat(parts.map(([, bytes]) => bytes))
    },
    async receive(part) {
      server.parts.push(part)
      return (await server.onPart(part)) ?? store(server, part)
    },
  }
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
  return server
}

/** Returns bytes that differ from one position to the next. */
export const toBytes = (length: number): Buffer<ArrayBuffer> =>
  Buffer.from(Array.from({ length }, (_, at) => (at * 7 + 1) % 251))
