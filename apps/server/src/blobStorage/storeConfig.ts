import type { S3Settings } from './s3/s3Settings.ts'

/** Where the bytes of files are stored. */
export interface FilesConfig {
  /** The store of new files. */
  store: StoreKind
  /** The folder of a disk store. */
  folder: string
  /** The bucket of an S3 store; null where none is configured. */
  s3: S3Settings | null
  /** Whether readers are sent to addresses of the bucket. */
  isDirect: boolean
}

export type StoreKind = 'disk' | 's3'
