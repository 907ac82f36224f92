import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { downloadUrl, finishUpload, startUpload } from '@nestmark/contract/files'
import type { Link } from '@nestmark/contract/shapes'
import { chunkLength, countChunks, sealedChunkLength, toSealedLength } from '@nestmark/core/sealedFile'
import { type Bytes, fromBase64url, toBase64url } from '@nestmark/encryption/bytes'
import { type CollectionKey, generateKey } from '@nestmark/encryption/collectionKey'
import { openText, sealText } from '@nestmark/encryption/envelope'
import { type FileSeal, newIvPrefix, openChunk, sealChunk } from '@nestmark/encryption/fileChunks'
import { toAesKey } from '@nestmark/encryption/gcm'
import type { TestApp } from '../../test/support/app.ts'
import { sendParts } from '../../test/support/files.ts'
import type { Person } from '../../test/support/people.ts'

/** What the envelope of a file says. */
interface FileSecret {
  key: string
  ivPrefix: string
  uploadId: string
  name: string
  size: number
}

/** An encrypted upload that is ready for a link. */
export interface SealedUpload {
  file: string
  secret: FileSecret
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
  const raw = generateKey()
  const seal = { key: await toAesKey(raw), ivPrefix: newIvPrefix(), uploadId: upload.upload_id }
  await sendParts(app, person, upload, await sealBytes(seal, bytes))
  const { key: file } = await person.call(finishUpload, { upload_id: upload.upload_id })
  const { ivPrefix, uploadId } = seal
  return {
    file,
    secret: { key: toBase64url(raw), ivPrefix: toBase64url(ivPrefix), uploadId, name, size: bytes.length },
  }
}

async function sealBytes(seal: FileSeal, bytes: Uint8Array): Promise<Buffer> {
  const count = countChunks(bytes.length)
  const chunks: Bytes[] = []
  for (let number = 0; number < count; number++) {
    const plain = new Uint8Array(bytes.subarray(number * chunkLength, (number + 1) * chunkLength))
    chunks.push(await sealChunk(seal, { number, last: number === count - 1 }, plain))
  }
  return Buffer.concat(chunks)
}

/** Returns the entries of `s3_key` for uploads of a link. */
export const sealUploads = (key: CollectionKey, linkId: string, uploads: readonly SealedUpload[]) =>
  Promise.all(
    uploads.map(async ({ file, secret }) => ({ file, sealed: await sealSecret(key, linkId, secret) })),
  )

const sealSecret = (key: CollectionKey, linkId: string, secret: FileSecret) =>
  sealText(key, { linkId, field: 'sealed' }, JSON.stringify(secret))

/** Opens the envelope of a file of a link. */
export async function openSecret(key: CollectionKey, link: Link, index = 0): Promise<FileSecret> {
  const text = await openText(key, { linkId: link._id, field: 'sealed' }, link.s3_key[index]!.sealed!)
  return JSON.parse(text) as FileSecret
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
  const { url } = await person.call(downloadUrl, { link_id: link._id, index })
  const count = countChunks(secret.size)
  const plain: Bytes[] = []
  for (const number of numbers ?? Array.from({ length: count }, (_, at) => at)) {
    const first = number * sealedChunkLength
    const range = `bytes=${first}-${first + sealedChunkLength - 1}`
    const answer = await fetch(app.origin + url, { headers: { range }, redirect: 'error' })
    if (answer.status !== 206) throw new Error(`range ${range}: ${answer.status}`)
    const sealed = new Uint8Array(await answer.arrayBuffer())
    plain.push(await openSealedChunk(secret, { number, last: number === count - 1 }, sealed))
  }
  return Buffer.concat(plain)
}

/** Decrypts the bytes of a whole file. */
export async function openSealedFile(secret: FileSecret, sealed: Uint8Array): Promise<Buffer> {
  const count = countChunks(secret.size)
  const plain: Bytes[] = []
  for (let number = 0; number < count; number++) {
    const chunk = sealed.subarray(number * sealedChunkLength, (number + 1) * sealedChunkLength)
    plain.push(await openSealedChunk(secret, { number, last: number === count - 1 }, new Uint8Array(chunk)))
  }
  return Buffer.concat(plain)
}

async function openSealedChunk(
  { key, ivPrefix, uploadId }: FileSecret,
  place: { number: number; last: boolean },
  sealed: Bytes,
): Promise<Bytes> {
  const seal = { key: await toAesKey(fromBase64url(key)), ivPrefix: fromBase64url(ivPrefix), uploadId }
  return openChunk(seal, place, sealed)
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
