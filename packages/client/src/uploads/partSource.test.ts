import { sealedChunkLength, toSealedLength } from '@nestmark/core/sealedFile'
import { openRange } from '@nestmark/encryption/files/fileRange'
import { newFileKey, toFileSeal } from '@nestmark/encryption/files/sealedFile'
import { finishUpload, startUpload } from '@nestmark/contract/files'
import { expect, test } from 'vitest'
import { encryptParts, type PartSource, plainParts } from './partSource.ts'
import { startUploads } from './uploads.testing.ts'
import { toBytes } from './uploadServer.testing.ts'

/** A file of three chunks. */
const bytes = toBytes(2.5 * 1024 * 1024)
const file = new Blob([bytes])
const key = newFileKey()

const read = async (parts: PartSource, from: number, to: number, id = 'u1') =>
  Buffer.from(await (await parts.read(id, from, to)).arrayBuffer())

/** Decrypts the sealed bytes of the file. */
async function open(sealed: Uint8Array, uploadId = 'u1'): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  const all = (async function* () {
    yield sealed
  })()
  const range = { first: 0, last: bytes.length - 1 }
  for await (const piece of openRange(await toFileSeal(key, uploadId), bytes.length, range, all))
    pieces.push(piece)
  return Buffer.concat(pieces)
}

test('UPL-06 the parts of a plain file are its bytes', async () => {
  const parts = plainParts(file)
  expect(parts.size).toBe(bytes.length)
  expect(await read(parts, 5, 9)).toEqual(bytes.subarray(5, 9))
})

test('E05 the encrypted parts of a file have the announced length, and open with its key', async () => {
  const parts = await encryptParts(file, key)
  const first = await read(parts, 0, 2 * sealedChunkLength)
  const last = await read(parts, 2 * sealedChunkLength, parts.size)
  expect(parts.size).toBe(toSealedLength(bytes.length))
  expect(first.length + last.length).toBe(parts.size)
  expect(await open(Buffer.concat([first, last]))).toEqual(bytes)
})

test('UPL-06 E05 encrypts a part again to the same bytes', async () => {
  const range = [sealedChunkLength, 2 * sealedChunkLength] as const
  const once = await read(await encryptParts(file, key), ...range)
  expect(await read(await encryptParts(file, key), ...range)).toEqual(once)
})

test('E05 the parts of one upload do not open as those of another one', async () => {
  const parts = await encryptParts(file, key)
  const sealed = await read(parts, 0, parts.size)
  await expect(open(sealed, 'u2')).rejects.toThrow()
})

test('ENC-04 E01 gives the server neither plain bytes nor name, type and waveform of an encrypted file', async () => {
  const { server, sendFile } = startUploads({ partSize: sealedChunkLength })
  const sent = { bytes: file, name: 'diary.mp3', type: 'audio/mpeg', parent: 'c1', peaks: [1, 2] }
  await sendFile(
    { ...sent, purpose: 'file', requestKey: 'k1', fileKey: key },
    { signal: new AbortController().signal, onProgress: () => undefined },
  )
  expect(server.inputs(startUpload)).toEqual([
    {
      name: 'file',
      content_type: 'application/octet-stream',
      enc: 1,
      size: toSealedLength(bytes.length),
      parent: 'c1',
      purpose: 'file',
      request_key: 'k1',
    },
  ])
  expect(server.inputs(finishUpload)).toEqual([{ upload_id: 'u1' }])
  expect(server.parts).toHaveLength(3)
  expect(server.parts.filter(part => part.bytes.includes(bytes.subarray(0, 100)))).toEqual([])
  expect(await open(server.bytesOf('k1'))).toEqual(bytes)
})
