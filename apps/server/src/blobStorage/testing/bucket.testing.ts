import { createHash, randomUUID } from 'node:crypto'

/** An error of S3 with its status. */
export class BucketError extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

export interface BucketObject {
  bytes: Buffer
  /** With its quotation marks. */
  etag: string
  at: number
}

interface BucketUpload {
  key: string
  at: number
  parts: Map<number, { bytes: Buffer; etag: string }>
}

/** The bytes below which only the last part of an object may be. */
const minPartBytes = 5 << 20

/** A page of a list. */
interface Page<T> {
  items: T[]
  /** Where the next page begins; null for the last. */
  next: string | null
}

/** Returns a bucket in memory, with the rules of S3 for objects and their parts. */
export function createBucket(now: () => number, pageSize: number) {
  const objects = new Map<string, BucketObject>()
  const uploads = new Map<string, BucketUpload>()
  const find = (key: string, uploadId: string) => {
    const upload = uploads.get(uploadId)
    if (upload?.key !== key) throw new BucketError(404, 'NoSuchUpload')
    return upload
  }
  const page = <T>(all: [string, T][], prefix: string, after: string): Page<[string, T]> => {
    const rest = all.filter(([key]) => key.startsWith(prefix) && key > after)
    rest.sort(([a], [b]) => (a < b ? -1 : 1))
    const items = rest.slice(0, pageSize)
    return { items, next: rest.length > pageSize ? (items.at(-1)?.[0] ?? null) : null }
  }
  return {
    objects,
    uploads,
    put(key: string, bytes: Buffer): string {
      const etag = `"${md5(bytes).toString('hex')}"`
      objects.set(key, { bytes, etag, at: now() })
      return etag
    },
    begin(key: string): string {
      const uploadId = randomUUID()
      uploads.set(uploadId, { key, at: now(), parts: new Map() })
      return uploadId
    },
    putPart(key: string, uploadId: string, number: number, bytes: Buffer): string {
      if (!(number >= 1 && number <= 10_000)) throw new BucketError(400, 'InvalidArgument')
      const etag = `"${md5(bytes).toString('hex')}"`
      find(key, uploadId).parts.set(number, { bytes, etag })
      return etag
    },
    finish(key: string, uploadId: string, listed: readonly { number: number; etag: string }[]): string {
      const { parts } = find(key, uploadId)
      if (listed.length === 0) throw new BucketError(400, 'MalformedXML')
      if (listed.some(({ number }, at) => at > 0 && number <= (listed[at - 1]?.number ?? 0)))
        throw new BucketError(400, 'InvalidPartOrder')
      const chosen = listed.map(({ number, etag }) => {
        const part = parts.get(number)
        if (part?.etag.replaceAll('"', '') !== etag.replaceAll('"', ''))
          throw new BucketError(400, 'InvalidPart')
        return part
      })
      if (chosen.slice(0, -1).some(({ bytes }) => bytes.length < minPartBytes))
        throw new BucketError(400, 'EntityTooSmall')
      const tags = chosen.map(({ etag }) => Buffer.from(etag.replaceAll('"', ''), 'hex'))
      const etag = `"${md5(Buffer.concat(tags)).toString('hex')}-${chosen.length}"`
      objects.set(key, { bytes: Buffer.concat(chosen.map(({ bytes }) => bytes)), etag, at: now() })
      uploads.delete(uploadId)
      return etag
    },
    abort(key: string, uploadId: string): void {
      find(key, uploadId)
      uploads.delete(uploadId)
    },
    list: (prefix: string, after: string) => page([...objects], prefix, after),
    /** Lists uploads by key and ID, which are one marker here. */
    listUploads(prefix: string, after: string) {
      const all = [...uploads].map(([id, upload]): [string, BucketUpload & { id: string }] => [
        `${upload.key}\n${id}`,
        { ...upload, id },
      ])
      return page(all, prefix, after)
    },
  }
}

export type Bucket = ReturnType<typeof createBucket>

export const md5 = (bytes: Uint8Array): Buffer => createHash('md5').update(bytes).digest()
