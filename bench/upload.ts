import { randomFillSync } from 'node:crypto'
import { toDigest } from '../apps/server/src/test/support/files.ts'
import type { Person } from './person.ts'
import { put, Wire } from './wire.ts'

/** The largest file, in bytes. */
export const largeBytes = 100_000_000
/** The number of concurrent parts of one file, as on the page. */
const partsAtOnce = 3

/** Returns a large random file that is detected as MPEG audio. */
export function createLargeFile(): Buffer {
  const bytes = randomFillSync(Buffer.alloc(largeBytes))
  // A tag that is longer than the file.
  Buffer.from('4944330400007f7f7f7f', 'hex').copy(bytes)
  return bytes
}

interface Begun {
  upload_id: string
  url: string
  part_size: number
}

/** An upload whose requests are ready to be sent. */
export interface PreparedUpload {
  /** Sends all parts over three connections. */
  send(): Promise<void>
  /** Ends the upload, and returns its key. */
  finish(): Promise<string>
}

/**
 * Begins an upload, and makes its requests before the clock starts.
 * @param file its name and media type; an audio file by default
 */
export async function prepareUpload(
  port: number,
  person: Person,
  bytes: Buffer,
  { name = 'sound.mp3', type = 'audio/mpeg' } = {},
): Promise<PreparedUpload> {
  const file = { name, size: bytes.length, content_type: type }
  const upload = await person.ask<Begun>('start-upload', file)
  const requests: Buffer[] = []
  for (let at = 0; at < bytes.length; at += upload.part_size) {
    const part = bytes.subarray(at, at + upload.part_size)
    requests.push(put(`${upload.url}/${requests.length + 1}`, part, person.token, toDigest(part)))
  }
  return {
    async send() {
      const left = requests.values()
      await Promise.all(Array.from({ length: partsAtOnce }, () => sendAll(port, left)))
    },
    finish: async () =>
      (await person.ask<{ key: string }>('finish-upload', { upload_id: upload.upload_id })).key,
  }
}

async function sendAll(port: number, requests: IterableIterator<Buffer>): Promise<void> {
  const wire = await Wire.open(port)
  for (const request of requests) {
    const { status, body } = await wire.ask(request)
    if (status !== 204) throw new Error(`A part answered ${status}: ${body.toString()}`)
  }
  wire.close()
}

/** Uploads a file. Returns its key. */
export async function uploadFile(
  port: number,
  person: Person,
  bytes: Buffer,
  file?: { name: string; type: string },
): Promise<string> {
  const upload = await prepareUpload(port, person, bytes, file)
  await upload.send()
  return upload.finish()
}
