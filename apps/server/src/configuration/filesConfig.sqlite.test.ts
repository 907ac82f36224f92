import { expect, test } from 'vitest'
import { readFilesConfig } from './filesConfig.ts'

const s3 = {
  FILES_STORE: 's3',
  S3_BUCKET: 'links',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
}

test('files are in the data directory by default', () => {
  expect(readFilesConfig({}, '/data')).toEqual({
    store: 'disk',
    folder: '/data/files',
    s3: null,
    isDirect: false,
  })
  expect(readFilesConfig({ FILES_DIR: '/mnt/files' }, '/data').folder).toBe('/mnt/files')
})

test('a bucket is at Amazon by default, and elsewhere its name is in the path', () => {
  expect(readFilesConfig({ ...s3, S3_REGION: 'eu-central-1', FILES_DIRECT: 'on' }, '/data')).toMatchObject({
    store: 's3',
    isDirect: true,
    s3: {
      endpoint: 'https://s3.eu-central-1.amazonaws.com',
      region: 'eu-central-1',
      bucket: 'links',
      prefix: '',
      pathStyle: false,
    },
  })
  const elsewhere = { ...s3, S3_ENDPOINT: 'http://minio:9000', S3_PREFIX: 'a/b' }
  expect(readFilesConfig(elsewhere, '/data').s3).toMatchObject({
    endpoint: 'http://minio:9000',
    region: 'us-east-1',
    prefix: 'a/b/',
    pathStyle: true,
  })
  expect(readFilesConfig({ ...elsewhere, S3_PATH_STYLE: 'off' }, '/data').s3?.pathStyle).toBe(false)
})

test('takes a bucket in addition to a disk, to find older files', () => {
  const config = readFilesConfig({ ...s3, FILES_STORE: 'disk' }, '/data')
  expect([config.store, config.s3?.bucket]).toEqual(['disk', 'links'])
})

test.each([
  [{ FILES_STORE: 'tape' }, 'FILES_STORE is "tape". It must be disk or s3.'],
  [{ FILES_DIRECT: 'on' }, 'FILES_DIRECT=on needs FILES_STORE=s3.'],
  [{ FILES_STORE: 's3' }, 'S3_BUCKET is missing.'],
  [{ ...s3, S3_ACCESS_KEY_ID: '' }, 'S3_ACCESS_KEY_ID is missing.'],
  [{ ...s3, S3_SECRET_ACCESS_KEY: '' }, 'S3_SECRET_ACCESS_KEY is missing.'],
  [{ ...s3, S3_BUCKET: 'https://links' }, 'S3_BUCKET must be the name of a bucket'],
  [{ ...s3, S3_ENDPOINT: 'https://host/links' }, 'S3_ENDPOINT must be an origin'],
  [{ ...s3, S3_ENDPOINT: 'host' }, 'S3_ENDPOINT must be an address that begins with http:// or https://'],
  [{ ...s3, S3_REGION: 'eu central' }, 'S3_REGION is not the name of a region.'],
  [{ ...s3, S3_PREFIX: '/a' }, 'S3_PREFIX must be a path'],
  [{ ...s3, S3_PREFIX: 'a/../b' }, 'S3_PREFIX must be a path'],
  [{ ...s3, S3_PREFIX: 'a b' }, 'S3_PREFIX must be a path'],
  [{ ...s3, S3_PATH_STYLE: 'yes' }, 'S3_PATH_STYLE is "yes". It must be on or off.'],
])('rejects %o with the name of the variable', (env, sentence) => {
  expect(() => readFilesConfig(env, '/data')).toThrow(sentence)
})
