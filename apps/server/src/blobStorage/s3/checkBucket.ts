import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { UnusableStoreError } from '../fileStore.ts'
import type { S3Client, S3Request } from './s3Client.ts'
import { isTransient, S3Error, toStoreError } from './s3Errors.ts'
import type { S3Settings } from './s3Settings.ts'
import { toObjectPath } from './s3Store.ts'
import { readXml } from './s3Xml.ts'

/** Stores accept a request until its time differs by 15 minutes. Their answer may differ a little more. */
const maxSkewMs = 14 * 60_000

/**
 * Checks all rights that the store needs with a small object, which it removes, and that no one else can read the
 * bucket without a key (Z09).
 * @throws UnusableStoreError for a wrong configuration or an open bucket; StoreError when the store does not answer
 */
export async function checkBucket(client: S3Client, settings: S3Settings): Promise<void> {
  // A key like all others: the sweep removes it when this process ends in between.
  const key = toObjectPath(settings.prefix, randomBytes(16).toString('base64url'))
  const bytes = randomBytes(64)
  const attempt = async <T>(right: string, work: () => Promise<T>) => {
    try {
      return await work()
    } catch (error) {
      throw explain(error, right, settings)
    }
  }
  const call = (right: string, request: S3Request) => attempt(right, () => client.call(request))

  await call('write objects', { method: 'PUT', key, body: bytes })
  const isOpen = await attempt('read objects', async () => {
    const { status, body } = await client.open({ method: 'GET', key, headers: { range: 'bytes=10-19' } })
    if (status !== 206 || !bytes.subarray(10, 20).equals(await buffer(body)))
      throw new UnusableStoreError(`The store at S3_ENDPOINT ${settings.endpoint} does not serve ranges.`)
    return isReadableByAll(client, key)
  })
  await call('delete objects', { method: 'DELETE', key })
  if (isOpen)
    throw new UnusableStoreError(
      `Everybody can read the objects of S3_BUCKET "${settings.bucket}" without a key. Make the bucket private.`,
    )
  // Without the right to list, stores answer 403 for a missing object.
  const lists: Record<string, string>[] = [{ 'list-type': '2', 'max-keys': '1' }, { uploads: '' }]
  for (const list of lists)
    await call('list objects and uploads', { method: 'GET', query: { ...list, prefix: settings.prefix } })
  const { text } = await call('begin uploads', { method: 'POST', key, query: { uploads: '' } })
  const { UploadId: uploadId = '' } = readXml(text).fields
  await call('end uploads', { method: 'DELETE', key, query: { uploadId } })
}

async function isReadableByAll(client: S3Client, key: string): Promise<boolean> {
  try {
    await client.call({ method: 'GET', key, isSigned: false })
    return true
  } catch (error) {
    if (error instanceof S3Error && !isTransient(error)) return false
    throw error
  }
}

function explain(error: unknown, right: string, settings: S3Settings): unknown {
  if (!(error instanceof S3Error) || isTransient(error)) return toStoreError(error)
  const sentence = explainAnswer(error, right, settings)
  return new UnusableStoreError(sentence, { cause: error })
}

function explainAnswer({ status, code, answer }: S3Error, right: string, settings: S3Settings): string {
  const { endpoint, bucket, region } = settings
  const skewMs = Math.abs(Date.parse(String(answer.headers.date)) - Date.now())
  if (code === 'RequestTimeTooSkewed' || (status === 403 && skewMs > maxSkewMs))
    return (
      `The clock of this machine and that of ${endpoint} differ by ${Math.round(skewMs / 60_000)} minutes. ` +
      'Set the clock, for example with NTP.'
    )
  const fields = readXml(answer.text).fields
  const wanted = fields.Region ?? answer.headers['x-amz-bucket-region']
  if (typeof wanted === 'string' && wanted !== region)
    return `S3_REGION is "${region}", but S3_BUCKET "${bucket}" is in "${wanted}".`
  switch (code) {
    case 'InvalidAccessKeyId':
      return `${endpoint} does not know S3_ACCESS_KEY_ID.`
    case 'SignatureDoesNotMatch':
      return `${endpoint} rejects the signature: S3_SECRET_ACCESS_KEY does not belong to S3_ACCESS_KEY_ID.`
    case 'NoSuchBucket':
      return `${endpoint} has no bucket with the name in S3_BUCKET, "${bucket}". Create it, and keep it private.`
    case 'AccessDenied':
      return `S3_ACCESS_KEY_ID has no right to ${right} in S3_BUCKET "${bucket}".`
    default:
      return (
        `The store at S3_ENDPOINT ${endpoint} answered ${status} ${code} to an attempt to ${right}. ` +
        'Check S3_ENDPOINT, S3_BUCKET and S3_PATH_STYLE.'
      )
  }
}
