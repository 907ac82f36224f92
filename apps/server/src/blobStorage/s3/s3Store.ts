import { createHash } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { exactBytes } from '../exactBytes.ts'
import { assertKey, isKey, libraryName } from '../fileKeys.ts'
import { type ByteRange, type FileStore, StoreError, type StoredObject } from '../fileStore.ts'
import type { S3Client } from './s3Client.ts'
import { S3Error, toStoreError } from './s3Errors.ts'
import { escapeXml, readXml } from './s3Xml.ts'

/** The most objects that one call removes. */
const removedAtOnce = 1000
/** How long S3 may take to join the parts of a large file, in milliseconds. */
const finishMs = 300_000

/** Creates a store in a bucket. The bucket has the same paths as the folder of a disk store. */
export function createS3Store(client: S3Client, prefix: string): FileStore {
  const toPath = (key: string) => toObjectPath(prefix, key)
  return {
    minPartBytes: 5 * 1024 * 1024,
    begin: key => attempt(() => begin(client, toPath(key))),
    async writePart(key, uploadId, { number, size }, bytes) {
      const query = { partNumber: String(number + 1), uploadId }
      const source = watchErrors(exactBytes(bytes, size))
      try {
        return readTag(await client.upload({ method: 'PUT', key: toPath(key), query }, source.read, size))
      } catch (error) {
        throw source.error() ?? toStoreError(error)
      }
    },
    async finish(key, uploadId, parts) {
      const path = toPath(key)
      try {
        await attempt(() => finish(client, path, uploadId, parts))
      } catch (error) {
        // An earlier call may have finished it.
        if (!(error instanceof StoreError) || error.reason !== 'lost') throw error
        if ((await attempt(() => readSize(client, path))) === null) throw error
      }
    },
    abort: (key, uploadId) =>
      attempt(() => ignoreMissing(client.call({ method: 'DELETE', key: toPath(key), query: { uploadId } }))),
    read: (key, range) => attempt(() => read(client, toPath(key), range)),
    readChunks: (key, range) => attempt(() => read(client, toPath(key), range)),
    readSize: key => attempt(() => readSize(client, toPath(key))),
    async remove(keys) {
      const paths = keys.map(toPath)
      for (let at = 0; at < paths.length; at += removedAtOnce)
        await attempt(() => remove(client, paths.slice(at, at + removedAtOnce)))
    },
    readLibrary: () =>
      attempt(async () => {
        const object = await read(client, prefix + libraryName)
        return object && ((await text(object)).trim() || null)
      }),
    writeLibrary: id =>
      attempt(
        async () =>
          void (await client.call({ method: 'PUT', key: prefix + libraryName, body: Buffer.from(id) })),
      ),
    list: () => list(client, prefix),
    readSpace: async () => null,
    readMark: async () => null,
    address: (key, { type, disposition, seconds }) =>
      client.sign(
        toPath(key),
        { 'response-content-type': type, 'response-content-disposition': disposition },
        seconds,
      ),
  }
}

/** Returns the path of an object in the bucket. */
export function toObjectPath(prefix: string, key: string): string {
  assertKey(key)
  return `${prefix}${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`
}

async function begin(client: S3Client, path: string): Promise<string> {
  const { text } = await client.call({ method: 'POST', key: path, query: { uploads: '' } })
  const { UploadId: uploadId } = readXml(text).fields
  if (!uploadId) throw new StoreError('unavailable', 'The store of the files began no upload.')
  return uploadId
}

function readTag({ headers }: { headers: Readonly<Record<string, unknown>> }): string {
  if (typeof headers.etag !== 'string')
    throw new StoreError('unavailable', 'The store of the files gave no tag for a part.')
  return headers.etag
}

/** Passes bytes on, and keeps the error of their sender apart from those of the store. */
function watchErrors(bytes: AsyncIterable<Buffer>) {
  let failure: unknown = null
  return {
    async *read() {
      try {
        yield* bytes
      } catch (error) {
        failure = error
        throw error
      }
    },
    error: () => failure,
  }
}

async function finish(
  client: S3Client,
  path: string,
  uploadId: string,
  parts: readonly { number: number; tag: string }[],
): Promise<void> {
  const list = parts.map(
    ({ number, tag }) => `<Part><PartNumber>${number + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`,
  )
  await client.call({
    method: 'POST',
    key: path,
    query: { uploadId },
    headers: { 'content-type': 'application/xml' },
    body: `<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`,
    totalMs: finishMs,
  })
}

async function read(client: S3Client, path: string, range?: ByteRange): Promise<Readable | null> {
  const headers = range && { range: `bytes=${range.first}-${range.last}` }
  try {
    const { status, body } = await client.open({ method: 'GET', key: path, ...(headers && { headers }) })
    const stream = translate(body)
    if (!range || status === 206) return stream
    stream.destroy()
    throw new StoreError('unavailable', 'The store of the files ignores ranges.')
  } catch (error) {
    if (isMissingObject(error)) return null
    // The range begins behind the end, where a disk has no bytes.
    if (error instanceof S3Error && error.status === 416) return Readable.from([])
    throw error
  }
}

/** Passes bytes on, and translates the error of a connection that ends too early. A reader that leaves ends the request. */
function translate(body: Readable): Readable {
  const stream = new PassThrough()
  body.on('error', error => stream.destroy(toStoreError(error) as Error))
  stream.on('close', () => body.destroy())
  return body.pipe(stream)
}

async function readSize(client: S3Client, path: string): Promise<number | null> {
  try {
    const { headers } = await client.call({ method: 'HEAD', key: path })
    return Number(headers['content-length'])
  } catch (error) {
    if (isMissingObject(error)) return null
    throw error
  }
}

async function remove(client: S3Client, paths: readonly string[]): Promise<void> {
  const [only] = paths
  if (only !== undefined && paths.length === 1)
    return ignoreMissing(client.call({ method: 'DELETE', key: only }))
  const objects = paths.map(path => `<Object><Key>${escapeXml(path)}</Key></Object>`)
  const body = `<Delete><Quiet>true</Quiet>${objects.join('')}</Delete>`
  const { text } = await client.call({
    method: 'POST',
    query: { delete: '' },
    headers: {
      'content-type': 'application/xml',
      'content-md5': createHash('md5').update(body).digest('base64'),
    },
    body,
  })
  const failed = readXml(text, 'Error').items.find(({ Code: code }) => code !== 'NoSuchKey')
  if (failed) throw new S3Error(200, failed.Code ?? '')
}

/** Lists the objects, then the unfinished uploads; an upload that ends in between is at least once among them. */
async function* list(client: S3Client, prefix: string): AsyncIterable<StoredObject> {
  const toKey = (path: string | undefined) => path?.slice(path.lastIndexOf('/') + 1) ?? ''
  for (let next: Record<string, string> | null = {}; next;) {
    const query: Record<string, string> = { 'list-type': '2', prefix, ...next }
    const { text } = await attempt(() => client.call({ method: 'GET', query }))
    const { fields, items } = readXml(text, 'Contents')
    for (const { Key: path, Size: size, LastModified: at } of items)
      if (isKey(toKey(path))) yield { key: toKey(path), size: Number(size), writtenAt: Date.parse(at ?? '') }
    const { IsTruncated: more, NextContinuationToken: token } = fields
    next = more === 'true' && token ? { 'continuation-token': token } : null
  }
  for (let next: Record<string, string> | null = {}; next;) {
    const query: Record<string, string> = { uploads: '', prefix, ...next }
    const { text } = await attempt(() => client.call({ method: 'GET', query }))
    const { fields, items } = readXml(text, 'Upload')
    for (const { Key: path, UploadId: uploadId, Initiated: at } of items)
      if (isKey(toKey(path)) && uploadId)
        yield { key: toKey(path), size: 0, writtenAt: Date.parse(at ?? ''), uploadId }
    const { IsTruncated: more, NextKeyMarker: key, NextUploadIdMarker: uploadId } = fields
    next = more === 'true' && key ? { 'key-marker': key, 'upload-id-marker': uploadId ?? '' } : null
  }
}

const isMissingObject = (error: unknown) =>
  error instanceof S3Error && error.status === 404 && error.code !== 'NoSuchBucket'

/** Waits for a removal. What is missing counts as removed. */
async function ignoreMissing(removal: Promise<unknown>): Promise<void> {
  try {
    await removal
  } catch (error) {
    if (!isMissingObject(error)) throw error
  }
}

/** Runs a call, and translates its error. */
async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toStoreError(error)
  }
}
