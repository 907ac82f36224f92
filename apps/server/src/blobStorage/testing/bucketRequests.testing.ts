import { type Bucket, BucketError, type BucketObject } from './bucket.testing.ts'

export interface StoreRequest {
  method: string
  /** Path and query, still encoded. */
  target: string
  range: string | undefined
  body: Buffer
}

export interface StoreAnswer {
  status: number
  headers?: Record<string, string | number>
  body?: string | Buffer
}

/** Executes a request whose right was checked. */
export function runRequest(bucket: Bucket, name: string, request: StoreRequest): StoreAnswer {
  const url = new URL(request.target, 'http://store')
  const [, first = '', ...rest] = decodeURIComponent(url.pathname).split('/')
  if (first !== name) throw new BucketError(404, 'NoSuchBucket')
  const key = rest.join('/')
  const query = Object.fromEntries(url.searchParams)
  const { method } = request
  if (key === '') {
    if (method === 'POST' && 'delete' in query) return removeAll(bucket, request.body)
    if (method === 'GET' && 'uploads' in query) return listUploads(bucket, query)
    if (method === 'GET' && query['list-type'] === '2') return listObjects(bucket, query)
    throw new BucketError(405, 'MethodNotAllowed')
  }
  return query.uploadId === undefined && !('uploads' in query)
    ? runOnObject(bucket, key, url.searchParams, request)
    : runOnUpload(bucket, key, query, request)
}

function runOnObject(
  bucket: Bucket,
  key: string,
  query: URLSearchParams,
  request: StoreRequest,
): StoreAnswer {
  switch (request.method) {
    case 'PUT':
      return { status: 200, headers: { etag: bucket.put(key, request.body) } }
    case 'DELETE':
      bucket.objects.delete(key)
      return { status: 204 }
    case 'GET':
    case 'HEAD':
      return readObject(bucket, key, query, request)
    default:
      throw new BucketError(405, 'MethodNotAllowed')
  }
}

function readObject(bucket: Bucket, key: string, query: URLSearchParams, request: StoreRequest): StoreAnswer {
  const object = bucket.objects.get(key)
  if (!object) throw new BucketError(404, 'NoSuchKey')
  const { etag, at } = object
  const headers: Record<string, string | number> = {
    etag,
    'last-modified': new Date(at).toUTCString(),
    'accept-ranges': 'bytes',
    'content-type': query.get('response-content-type') ?? 'binary/octet-stream',
  }
  const disposition = query.get('response-content-disposition')
  if (disposition !== null) headers['content-disposition'] = disposition
  if (request.method === 'HEAD')
    return { status: 200, headers: { ...headers, 'content-length': object.bytes.length } }
  return readRange(object, headers, request.range)
}

function readRange({ bytes }: BucketObject, headers: StoreAnswer['headers'], range?: string): StoreAnswer {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
  if (from === undefined) return { status: 200, headers: { ...headers }, body: bytes }
  const [first, last] = [Number(from), Math.min(to ? Number(to) : Infinity, bytes.length - 1)]
  if (first >= bytes.length) throw new BucketError(416, 'InvalidRange')
  return {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${first}-${last}/${bytes.length}` },
    body: bytes.subarray(first, last + 1),
  }
}

function runOnUpload(
  bucket: Bucket,
  key: string,
  query: Record<string, string>,
  { method, body }: StoreRequest,
): StoreAnswer {
  const { uploadId = '' } = query
  if (method === 'POST' && 'uploads' in query)
    return xml(
      'InitiateMultipartUploadResult',
      `<Key>${escape(key)}</Key><UploadId>${bucket.begin(key)}</UploadId>`,
    )
  if (method === 'PUT')
    return {
      status: 200,
      headers: { etag: bucket.putPart(key, uploadId, Number(query.partNumber), body) },
    }
  if (method === 'POST') {
    const parts = elements(body.toString(), 'Part').map(part => ({
      number: Number(element(part, 'PartNumber')),
      etag: element(part, 'ETag'),
    }))
    const etag = bucket.finish(key, uploadId, parts)
    return xml('CompleteMultipartUploadResult', `<Key>${escape(key)}</Key><ETag>${escape(etag)}</ETag>`)
  }
  if (method !== 'DELETE') throw new BucketError(405, 'MethodNotAllowed')
  bucket.abort(key, uploadId)
  return { status: 204 }
}

function removeAll(bucket: Bucket, body: Buffer): StoreAnswer {
  const keys = elements(body.toString(), 'Object').map(object => element(object, 'Key'))
  if (keys.length > 1000) throw new BucketError(400, 'MalformedXML')
  for (const key of keys) bucket.objects.delete(key)
  return xml('DeleteResult', '')
}

function listObjects(bucket: Bucket, query: Record<string, string>): StoreAnswer {
  const { prefix = '', 'continuation-token': token } = query
  const { items, next } = bucket.list(prefix, token ? fromToken(token) : '')
  const contents = items.map(
    ([key, { bytes, etag, at }]) =>
      `<Contents><Key>${escape(key)}</Key><LastModified>${new Date(at).toISOString()}</LastModified>` +
      `<ETag>${escape(etag)}</ETag><Size>${bytes.length}</Size><Owner><ID>1</ID></Owner></Contents>`,
  )
  const more = next === null ? '' : `<NextContinuationToken>${toToken(next)}</NextContinuationToken>`
  return xml(
    'ListBucketResult',
    `<Prefix>${escape(prefix)}</Prefix><IsTruncated>${next !== null}</IsTruncated>${more}${contents.join('')}`,
  )
}

function listUploads(bucket: Bucket, query: Record<string, string>): StoreAnswer {
  const { prefix = '', 'key-marker': key = '', 'upload-id-marker': id = '' } = query
  const { items, next } = bucket.listUploads(prefix, key === '' ? '' : `${key}\n${id}`)
  const uploads = items.map(
    ([, { key, id, at }]) =>
      `<Upload><Key>${escape(key)}</Key><UploadId>${id}</UploadId><Initiator><ID>1</ID></Initiator>` +
      `<Initiated>${new Date(at).toISOString()}</Initiated></Upload>`,
  )
  const [nextKey = '', nextId = ''] = next?.split('\n') ?? []
  const more =
    next === null
      ? ''
      : `<NextKeyMarker>${escape(nextKey)}</NextKeyMarker><NextUploadIdMarker>${nextId}</NextUploadIdMarker>`
  return xml(
    'ListMultipartUploadsResult',
    `<IsTruncated>${next !== null}</IsTruncated>${more}${uploads.join('')}`,
  )
}

const toToken = (key: string) => Buffer.from(key).toString('base64')
const fromToken = (token: string) => Buffer.from(token, 'base64').toString()

const xml = (root: string, content: string): StoreAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</${root}>`,
})

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const unescape = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** Returns the contents of the elements with a name. */
const elements = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>(.*?)</${name}>`, 'gs'))].map(
    ([, content = '']) => content,
  )
const element = (text: string, name: string) => unescape(elements(text, name)[0] ?? '')
