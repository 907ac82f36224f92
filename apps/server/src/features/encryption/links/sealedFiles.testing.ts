import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { downloadUrl, finishUpload, startUpload } from '@nestmark/contract/files'
import type { Link } from '@nestmark/contract/shapes'
import { chunkLength, countChunks, toSealedLength } from '@nestmark/core/sealedFile'
import type { CollectionKey } from '@nestmark/encryption/keys/collectionKey'
import { openText, sealText } from '@nestmark/encryption/envelope'
import { type ByteRange, openRange, sealRange, toSealedRange } from '@nestmark/encryption/files/fileRange'
import {
  formatSealedFile,
  newFileKey,
  parseSealedFile,
  type SealedFile,
  toFileSeal,
} from '@nestmark/encryption/files/sealedFile'
import type { TestApp } from '../../../test/support/app.ts'
import { sendParts } from '../../../test/support/files.ts'
import type { Person } from '../../../test/support/people.ts'

/** An encrypted upload that is ready for a link. */
export interface SealedUpload {
  file: string
  secret: SealedFile
}

type Sender = Pick<Person, 'call' | 'token'>

/** Encrypts a file as the browser does, and uploads it. */
export async function uploadSealed(
  app: Pick<TestApp, 'origin'>,
  person: Sender,
  bytes: Uint8Array,
  { parent, name = 'Diary.pdf' }: { parent: string; name?: string },
): Promise<SealedUpload> {
  const size = toSealedLength(bytes.length)
  const form = { name: 'ignored.exe', content_type: 'text/html', size, parent, enc: 1 as const }
  const upload = await person.call(startUpload, form)
  const { upload_id: uploadId } = upload
  const fileKey = newFileKey()
  const seal = await toFileSeal(fileKey, uploadId)
  const read = async (from: number, to: number) => new Uint8Array(bytes.subarray(from, to))
  const sealed = await collect(sealRange(seal, bytes.length, { from: 0, to: size }, read))
  await sendParts(app, person, upload, sealed)
  const { key: file } = await person.call(finishUpload, { upload_id: uploadId })
  return { file, secret: { ...unknown, ...fileKey, uploadId, name, size: bytes.length } }
}

async function collect(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const found: Uint8Array[] = []
  for await (const part of parts) found.push(part)
  return Buffer.concat(found)
}

const unknown = { type: 'application/pdf', width: null, height: null, duration: null, peaks: null } as const

/** Returns the entries of `s3_key` for uploads of a link. */
export const sealUploads = (key: CollectionKey, linkId: string, uploads: readonly SealedUpload[]) =>
  Promise.all(
    uploads.map(async ({ file, secret }) => ({ file, sealed: await sealSecret(key, linkId, secret) })),
  )

const sealSecret = (key: CollectionKey, linkId: string, secret: SealedFile) =>
  sealText(key, { linkId, field: 'sealed' }, formatSealedFile(secret))

/** Opens the envelope of a file of a link. */
export async function openSecret(key: CollectionKey, link: Link, index = 0): Promise<SealedFile> {
  const text = await openText(key, { linkId: link._id, field: 'sealed' }, link.s3_key[index]!.sealed!)
  return parseSealedFile(text)
}

/** Returns the entries of `s3_key` for the files of a link under another key: the bytes stay. */
export const resealFiles = (from: CollectionKey, to: CollectionKey, link: Link) =>
  Promise.all(
    link.s3_key.map(async ({ file }, index) => ({
      file,
      sealed: await sealSecret(to, link._id, await openSecret(from, link, index)),
    })),
  )

/** Reads some chunks of a file by one range each, and decrypts them. */
export async function readChunks(
  app: Pick<TestApp, 'origin'>,
  person: Pick<Person, 'call'>,
  key: CollectionKey,
  { link, index = 0, numbers }: { link: Link; index?: number; numbers?: readonly number[] },
): Promise<Buffer> {
  const secret = await openSecret(key, link, index)
  const { size } = secret
  const { url } = await person.call(downloadUrl, { link_id: link._id, index })
  const plain: Buffer[] = []
  for (const number of numbers ?? Array.from({ length: countChunks(size) }, (_, at) => at)) {
    const first = number * chunkLength
    const part = { first, last: Math.min(first + chunkLength, size) - 1 }
    const sealed = toSealedRange(part, size)
    const range = `bytes=${sealed.first}-${sealed.last}`
    const answer = await fetch(app.origin + url, { headers: { range }, redirect: 'error' })
    if (answer.status !== 206) throw new Error(`range ${range}: ${answer.status}`)
    plain.push(await openPart(secret, part, new Uint8Array(await answer.arrayBuffer())))
  }
  return Buffer.concat(plain)
}

/** Decrypts the bytes of an entire file. */
export const openSealedFile = (secret: SealedFile, sealed: Uint8Array): Promise<Buffer> =>
  openPart(secret, { first: 0, last: secret.size - 1 }, sealed)

async function openPart(secret: SealedFile, part: ByteRange, sealed: Uint8Array): Promise<Buffer> {
  const seal = await toFileSeal(secret, secret.uploadId)
  async function* arriving() {
    yield sealed
  }
  return collect(openRange(seal, secret.size, part, arriving()))
}

/** Returns the keys of the objects of the store that contain some bytes; of a disk, every file of its folder counts. */
export async function objectsWith({ services }: TestApp, bytes: Buffer): Promise<string[]> {
  const { fileStore, config } = services
  const found: string[] = []
  if (config.files.store === 'disk') {
    const entries = readdirSync(config.files.folder, { recursive: true, withFileTypes: true })
    for (const entry of entries.filter(each => each.isFile()))
      if (readFileSync(join(entry.parentPath, entry.name)).includes(bytes)) found.push(entry.name)
    return found
  }
  for await (const { key, uploadId } of fileStore.list()) {
    const stream = uploadId === undefined ? await fileStore.read(key) : null
    if (stream && (await buffer(stream)).includes(bytes)) found.push(key)
  }
  return found
}
