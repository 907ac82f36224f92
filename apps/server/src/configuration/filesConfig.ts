import { join, resolve } from 'node:path'
import { ConfigError, type Environment, isOn, origin } from './configValues.ts'
import type { FilesConfig } from '../blobStorage/storeConfig.ts'
import type { S3Settings } from '../blobStorage/s3/s3Settings.ts'

/**
 * Reads where files are stored. Also reads the settings of the other store, when they are given: after a change of
 * the store, it contains the older files until they are moved.
 * @throws ConfigError naming the variable
 */
export function readFilesConfig(env: Environment, dataDir: string): FilesConfig {
  const store = env.FILES_STORE || 'disk'
  if (store !== 'disk' && store !== 's3')
    throw new ConfigError(`FILES_STORE is "${store}". It must be disk or s3.`)
  const isDirect = isOn(env, 'FILES_DIRECT', false)
  if (isDirect && store === 'disk') throw new ConfigError('FILES_DIRECT=on needs FILES_STORE=s3.')
  return {
    store,
    folder: resolve(env.FILES_DIR || join(dataDir, 'files')),
    s3: store === 's3' || env.S3_BUCKET ? s3Settings(env) : null,
    isDirect,
  }
}

function s3Settings(env: Environment): S3Settings {
  const region = env.S3_REGION || 'us-east-1'
  if (!/^[a-z0-9-]+$/i.test(region)) throw new ConfigError('S3_REGION is not the name of a region.')
  const endpoint = origin(env, 'S3_ENDPOINT') ?? `https://s3.${region}.amazonaws.com`
  const isAmazon = new URL(endpoint).hostname.endsWith('.amazonaws.com')
  const prefix = env.S3_PREFIX || ''
  if (!/^[\w./-]*$/.test(prefix) || /^\/|\/\/|(^|\/)\.\.?(\/|$)/.test(prefix))
    throw new ConfigError(
      'S3_PREFIX must be a path such as nestmark/files, of letters, digits and the characters _ - .',
    )
  return {
    endpoint,
    region,
    bucket: bucketName(env),
    prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
    accessKeyId: required(env, 'S3_ACCESS_KEY_ID'),
    secretAccessKey: required(env, 'S3_SECRET_ACCESS_KEY'),
    pathStyle: isOn(env, 'S3_PATH_STYLE', !isAmazon),
  }
}

function bucketName(env: Environment): string {
  const name = required(env, 'S3_BUCKET')
  if (!/^[a-z0-9][\w.-]{1,61}[a-z0-9]$/i.test(name))
    throw new ConfigError('S3_BUCKET must be the name of a bucket, without an address.')
  return name
}

function required(env: Environment, name: 'S3_BUCKET' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'): string {
  const text = env[name]
  if (!text)
    throw new ConfigError(
      `${name} is missing. A bucket needs S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`,
    )
  return text
}
