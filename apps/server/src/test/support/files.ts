import { createHash, randomBytes } from 'node:crypto'
import { finishUpload, startUpload, type UploadState } from '@nestmark/contract/files'
import { saveLink } from '@nestmark/contract/links/links'
import type { Link } from '@nestmark/contract/shapes'
import type { TestApp } from './app.ts'
import type { Person } from './people.ts'

/** How a file is uploaded. */
export interface UploadOptions {
  name?: string
  type?: string
  parent?: string
  purpose?: 'file' | 'thumb' | 'copy'
  /** 1: the bytes count as encrypted. */
  enc?: 0 | 1
}

/**
 * Returns bytes that are sniffed as MPEG audio, of any length from 24. They are random. Their tag is longer than
 * the file, so that the random bytes are not audio.
 */
export function toAudio(length: number): Buffer {
  return Buffer.concat([Buffer.from('4944330400007f7f7f7f', 'hex'), randomBytes(length - 10)])
}

/** Returns a picture with the structure of a GIF, whose compressed pixels are these bytes: no decoder would take it. */
export function toGif(content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content)
  const head = Buffer.from('GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02', 'latin1')
  const blocks: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.subarray(at, at + 255)
    blocks.push(Buffer.of(block.length), block)
  }
  return Buffer.concat([head, ...blocks, Buffer.from('\0;')])
}

export const toDigest = (bytes: Uint8Array) =>
  `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`

/** Sends one part of an upload, and returns the answer. */
export function sendPart(
  app: Pick<TestApp, 'origin'>,
  { token }: Pick<Person, 'token'>,
  { url }: Pick<UploadState, 'url'>,
  number: number | string,
  bytes: Uint8Array,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${app.origin}${url}/${number}`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/octet-stream',
      'content-digest': toDigest(bytes),
      ...headers,
    },
    body: bytes as Uint8Array<ArrayBuffer>,
  })
}

/** Sends all parts of a file. */
export async function sendParts(
  app: Pick<TestApp, 'origin'>,
  person: Pick<Person, 'token'>,
  upload: UploadState,
  bytes: Uint8Array,
): Promise<void> {
  for (let at = 0, number = 1; at < bytes.length; at += upload.part_size, number++) {
    const answer = await sendPart(app, person, upload, number, bytes.subarray(at, at + upload.part_size))
    if (answer.status !== 204) throw new Error(`part ${number}: ${await answer.text()}`)
  }
}

type Sender = Pick<Person, 'call' | 'token'>

/** Begins an upload in parts. */
export function beginUpload(
  person: Pick<Person, 'call'>,
  size: number,
  options: UploadOptions = {},
): Promise<UploadState> {
  const { name = 'sound.mp3', type = 'audio/mpeg', parent, purpose, enc } = options
  return person.call(startUpload, { name, size, content_type: type, parent, purpose, enc })
}

/** Uploads a file in parts, and returns its key. */
export async function uploadFile(
  app: Pick<TestApp, 'origin'>,
  person: Sender,
  bytes: Uint8Array,
  options: UploadOptions = {},
): Promise<string> {
  const upload = await beginUpload(person, bytes.length, options)
  await sendParts(app, person, upload, bytes)
  return (await person.call(finishUpload, { upload_id: upload.upload_id })).key
}

const categories: Record<string, number> = { image: 1, video: 2, application: 4, audio: 5 }

/** Uploads a file and saves a link with it, in plain text. */
export async function saveFile(
  app: Pick<TestApp, 'origin'>,
  person: Sender,
  bytes: Uint8Array,
  options: UploadOptions = {},
): Promise<Link> {
  const file = await uploadFile(app, person, bytes, options)
  const category = categories[(options.type ?? 'audio/mpeg').split('/')[0]!]!
  return person.call(saveLink, {
    name: options.name ?? 'File',
    category,
    parent: options.parent,
    plain: 1,
    s3_key: [{ file }],
  })
}
