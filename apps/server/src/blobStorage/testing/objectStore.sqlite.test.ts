import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { AwsV4Signer } from 'aws4fetch'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ObjectStore, startObjectStore } from './objectStore.testing.ts'
import { checkSignature, sha256 } from './requestSignature.testing.ts'

// The examples that Amazon publishes: 'Signature Calculations for the Authorization Header' and 'Using Query Parameters'.
const example = {
  region: 'us-east-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  now: Date.parse('2013-05-24T00:00:00Z'),
}
const date = '20130524T000000Z'
const host = 'examplebucket.s3.amazonaws.com'
const none = sha256('')
const examples: { method: string; target: string; headers: Record<string, string>; signature: string }[] = [
  {
    method: 'GET',
    target: '/test.txt',
    headers: { range: 'bytes=0-9', 'x-amz-content-sha256': none },
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    method: 'PUT',
    target: '/test%24file.text',
    headers: {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      'x-amz-content-sha256': sha256('Welcome to Amazon S3.'),
    },
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    method: 'GET',
    target: '/?lifecycle',
    headers: { 'x-amz-content-sha256': none },
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    method: 'GET',
    target: '/?max-keys=2&prefix=J',
    headers: { 'x-amz-content-sha256': none },
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
]
const signedAddress =
  '/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request' +
  '&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host' +
  '&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404'

describe('published examples of signatures', () => {
  test.each(examples)(
    'the check accepts $method $target, and no other signature',
    ({ signature, ...given }) => {
      const headers: Record<string, string> = { ...given.headers, host, 'x-amz-date': date }
      const names = Object.keys(headers).sort().join(';')
      const check = (value: string, target = given.target) =>
        checkSignature(
          {
            method: given.method,
            target,
            headers: {
              ...headers,
              authorization: `AWS4-HMAC-SHA256 Credential=${example.accessKeyId}/20130524/us-east-1/s3/aws4_request,SignedHeaders=${names},Signature=${value}`,
            },
          },
          example,
        )
      expect(check(signature)).toBeNull()
      expect(check(signature.replace(/^./, '0'))).toBe('SignatureDoesNotMatch')
      expect(check(signature, `${given.target}x`)).toBe('SignatureDoesNotMatch')
    },
  )

  test.each(examples)(
    'the signer makes the signature of $method $target',
    async ({ signature, ...given }) => {
      const { headers } = await new AwsV4Signer({
        ...example,
        ...given,
        service: 's3',
        url: `https://${host}${given.target}`,
        datetime: date,
        allHeaders: true,
      }).sign()
      expect(headers.get('authorization')).toContain(`Signature=${signature}`)
    },
  )

  test('the check accepts the signed address until it expires', () => {
    const check = (target: string, now: number) =>
      checkSignature({ method: 'GET', target, headers: { host } }, { ...example, now })
    expect(check(signedAddress, example.now + 86_400_000)).toBeNull()
    expect(check(signedAddress, example.now + 86_401_000)).toBe('AccessDenied')
    expect(check(signedAddress.replace('86400', '86401'), example.now)).toBe('SignatureDoesNotMatch')
  })
})

describe('the store for tests', () => {
  let store: ObjectStore
  let sdk: S3Client
  const connect = (given: Partial<ObjectStore['settings']> = {}) => {
    const { endpoint, region, accessKeyId, secretAccessKey } = { ...store.settings, ...given }
    return new S3Client({
      endpoint,
      region,
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey },
      maxAttempts: 1,
    })
  }
  beforeEach(async () => {
    store = await startObjectStore()
    sdk = connect()
  })
  afterEach(async () => {
    sdk.destroy()
    await store.close()
  })
  const of = (Key: string) => ({ Bucket: store.settings.bucket, Key })

  test('the official client writes, reads, lists and removes objects', async () => {
    const odd = 'a folder/ä+b &<c>"(1)!*.txt'
    const { ETag } = await sdk.send(new PutObjectCommand({ ...of(odd), Body: 'Hello, world' }))
    for (const Key of ['b', 'c', 'd']) await sdk.send(new PutObjectCommand({ ...of(Key), Body: Key }))
    expect(await sdk.send(new HeadObjectCommand(of(odd)))).toMatchObject({ ContentLength: 12, ETag })
    const part = await sdk.send(new GetObjectCommand({ ...of(odd), Range: 'bytes=7-99' }))
    expect([part.ContentRange, await part.Body!.transformToString()]).toEqual(['bytes 7-11/12', 'world'])
    const keys: (string | undefined)[] = []
    for (let ContinuationToken: string | undefined, more = true; more;) {
      const { Bucket } = of('')
      const page = await sdk.send(new ListObjectsV2Command({ Bucket, ContinuationToken }))
      expect(page.Contents!.length).toBeLessThanOrEqual(2)
      keys.push(...page.Contents!.map(each => each.Key))
      ContinuationToken = page.NextContinuationToken
      more = page.IsTruncated ?? false
    }
    expect(keys).toEqual([odd, 'b', 'c', 'd'])
    await sdk.send(new DeleteObjectCommand(of('b')))
    const Delete = { Objects: [{ Key: odd }, { Key: 'c' }, { Key: 'missing' }] }
    await sdk.send(new DeleteObjectsCommand({ Bucket: store.settings.bucket, Delete }))
    expect([...store.bucket.objects.keys()]).toEqual(['d'])
    await expect(sdk.send(new GetObjectCommand(of('b')))).rejects.toMatchObject({ name: 'NoSuchKey' })
    await expect(sdk.send(new GetObjectCommand({ ...of('d'), Range: 'bytes=5-6' }))).rejects.toMatchObject({
      name: 'InvalidRange',
    })
  })

  test('the official client joins parts, of which only the last may be small', async () => {
    const begin = async () => (await sdk.send(new CreateMultipartUploadCommand(of('large')))).UploadId!
    const bytes = randomBytes((5 << 20) + 10)
    const write = async (UploadId: string, PartNumber: number, Body: Buffer) => ({
      PartNumber,
      ETag: (await sdk.send(new UploadPartCommand({ ...of('large'), UploadId, PartNumber, Body }))).ETag,
    })
    const finish = (UploadId: string, Parts: { PartNumber: number; ETag: string | undefined }[]) =>
      sdk.send(new CompleteMultipartUploadCommand({ ...of('large'), UploadId, MultipartUpload: { Parts } }))
    const first = await begin()
    const parts = [
      await write(first, 1, bytes.subarray(0, 5 << 20)),
      await write(first, 2, bytes.subarray(5 << 20)),
    ]
    await expect(finish(first, parts.toReversed())).rejects.toMatchObject({ name: 'InvalidPartOrder' })
    await expect(finish(first, [parts[0]!, { ...parts[1]!, ETag: '"0"' }])).rejects.toMatchObject({
      name: 'InvalidPart',
    })
    expect((await finish(first, parts)).ETag).toMatch(/^"[0-9a-f]{32}-2"$/)
    expect(store.bucket.objects.get('large')!.bytes.equals(bytes)).toBe(true)
    const second = await begin()
    const small = [await write(second, 1, bytes.subarray(0, 10)), await write(second, 2, bytes)]
    await expect(finish(second, small)).rejects.toMatchObject({ name: 'EntityTooSmall' })
    await begin()
    await begin()
    const { Uploads, IsTruncated } = await sdk.send(
      new ListMultipartUploadsCommand({ Bucket: store.settings.bucket }),
    )
    expect([Uploads!.length, IsTruncated]).toEqual([2, true])
    await sdk.send(new AbortMultipartUploadCommand({ ...of('large'), UploadId: second }))
    await expect(write(second, 1, bytes)).rejects.toMatchObject({ name: 'NoSuchUpload' })
  })

  test('rejects wrong keys, regions and clocks', async () => {
    const code = async (given: Partial<ObjectStore['settings']>) => {
      const other = connect(given)
      const error = await other
        .send(new PutObjectCommand({ ...of('a'), Body: 'a' }))
        .catch((e: Error) => e.name)
      other.destroy()
      return error
    }
    expect(await code({ accessKeyId: 'OTHER' })).toBe('InvalidAccessKeyId')
    expect(await code({ secretAccessKey: 'other' })).toBe('SignatureDoesNotMatch')
    expect(await code({ region: 'other' })).toBe('AuthorizationHeaderMalformed')
    store.skewMs = 20 * 60_000
    expect(await code({})).toBe('RequestTimeTooSkewed')
    store.skewMs = 0
    const Bucket = 'other'
    await expect(sdk.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'a' }))).rejects.toMatchObject({
      name: 'NoSuchBucket',
    })
    expect(store.bucket.objects.size).toBe(0)
  })

  test('Z09 rejects a read without a signature, and changes of signed bytes and lengths', async () => {
    store.bucket.put('a', Buffer.from('private'))
    const path = `/${store.settings.bucket}/a`
    expect((await fetch(store.settings.endpoint + path)).status).toBe(403)
    expect((await fetch(store.settings.endpoint + path, { method: 'DELETE' })).status).toBe(403)
    store.isOpen = true
    expect(await (await fetch(store.settings.endpoint + path)).text()).toBe('private')
    expect((await fetch(store.settings.endpoint + path, { method: 'DELETE' })).status).toBe(403)

    /** Sends a body under a signature for five bytes. */
    const put = async (length: string | null, hash: string, body: string, signsLength = true) => {
      const { region, accessKeyId, secretAccessKey, endpoint } = store.settings
      const { headers } = await new AwsV4Signer({
        region,
        accessKeyId,
        secretAccessKey,
        service: 's3',
        method: 'PUT',
        url: endpoint + path,
        headers: { 'x-amz-content-sha256': hash, ...(signsLength && { 'content-length': '5' }) },
        allHeaders: true,
      }).sign()
      headers.delete('content-length')
      headers.set(
        ...((length === null ? ['transfer-encoding', 'chunked'] : ['content-length', length]) as [
          string,
          string,
        ]),
      )
      return new Promise<number | undefined>((resolve, reject) => {
        const sent = request(endpoint + path, { method: 'PUT', headers: Object.fromEntries(headers) })
        sent.on('response', answer => resolve(answer.resume().statusCode)).on('error', reject)
        sent.end(body)
      })
    }
    expect(await put('5', sha256('hello'), 'hello')).toBe(200)
    expect(await put('5', sha256('hello'), 'jello')).toBe(400)
    expect(await put('6', 'UNSIGNED-PAYLOAD', 'hello!')).toBe(403)
    expect(await put(null, 'UNSIGNED-PAYLOAD', 'hello')).toBe(403)
    expect(await put(null, 'UNSIGNED-PAYLOAD', 'hello', false)).toBe(411)
    expect(String(store.bucket.objects.get('a')!.bytes)).toBe('hello')
  })
})
