import { Readable } from 'node:stream'
import type { StoreKind } from '../apps/server/src/blobStorage/storeConfig.ts'
import { openS3Store } from '../apps/server/src/blobStorage/s3/openS3Store.ts'
import type { S3Settings } from '../apps/server/src/blobStorage/s3/s3Settings.ts'
import { newId } from '../apps/server/src/db/newId.ts'
import { startProgram } from './childProgram.ts'
import { type RawTransfer, startRawTransfer } from './rawTransfer.ts'

/** A store of files, and the same transfers without Nestmark. */
export interface BenchStore {
  kind: StoreKind
  /** The environment variables for a server that uses it. */
  environment: Record<string, string>
  /** The transfers that a server with this store makes at least. In a bucket, bytes travel twice. */
  raw: RawTransfer
  stop(): Promise<void>
}

/** Starts the processes of a store. */
export async function startStore(kind: StoreKind): Promise<BenchStore> {
  const loopback = await startRawTransfer()
  if (kind === 'disk') return { kind, environment: {}, raw: loopback, stop: () => loopback.stop() }
  const { message: settings, stop } = await startProgram<S3Settings>('objectStore.process.ts')
  const raw = await addBucket(loopback, settings)
  return {
    kind,
    environment: {
      FILES_STORE: 's3',
      S3_ENDPOINT: settings.endpoint,
      S3_REGION: settings.region,
      S3_BUCKET: settings.bucket,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
      S3_PATH_STYLE: 'on',
    },
    raw,
    async stop() {
      await loopback.stop()
      await stop()
    },
  }
}

/** Adds the same transfers to and from a bucket, one after the other. */
async function addBucket(loopback: RawTransfer, settings: S3Settings): Promise<RawTransfer> {
  const bucket = await openS3Store({ ...settings, prefix: 'raw/' }, sentence => console.error(sentence))
  const key = newId()
  const read = async (range?: { first: number; last: number }) => {
    let length = 0
    for await (const chunk of (await bucket.read(key, range)) ?? []) length += chunk.length
    return length
  }
  return {
    ...loopback,
    async send(bytes) {
      await loopback.send(bytes)
      const uploadId = await bucket.begin(key)
      const size = 8 * 1024 * 1024
      const parts: { number: number; tag: string }[] = []
      for (let offset = 0, number = 0; offset < bytes.length; offset += size, number++) {
        const part = bytes.subarray(offset, offset + size)
        const place = { number, offset, size: part.length }
        parts.push({ number, tag: await bucket.writePart(key, uploadId, place, Readable.from([part])) })
      }
      await bucket.finish(key, uploadId, parts)
    },
    async receive() {
      await read()
      return loopback.receive()
    },
    async readRange(offset, length) {
      await read({ first: offset, last: offset + length - 1 })
    },
  }
}
