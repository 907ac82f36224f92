import type { Config } from '../../configuration/config.ts'
import type { FilesConfig } from '../../blobStorage/storeConfig.ts'
import { runAdmin } from '../../admin/run.ts'

/** The result of an admin command. */
export interface AdminEnd {
  code: number
  /** Its standard output and standard error. */
  out: string
  error: string
}

/** The library of a command; without `files` they are in its data directory. */
export type AdminPlace = Pick<Config, 'dataDir'> & Partial<Pick<Config, 'databaseUrl' | 'files'>>

/** Runs an admin command in this process, which avoids the start of another process. */
export async function admin(
  { dataDir, databaseUrl, files }: AdminPlace,
  ...words: string[]
): Promise<AdminEnd> {
  const output = { out: '', error: '' }
  const env = {
    DATA_DIR: dataDir,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...(files && toFilesEnv(files)),
  }
  const code = await runAdmin(words, env, {
    log: line => void (output.out += `${line}\n`),
    error: (...parts: unknown[]) => void (output.error += `${parts.map(String).join(' ')}\n`),
  })
  return { code, ...output }
}

/** Returns the variables of a configuration of files. */
function toFilesEnv({ store, folder, s3 }: FilesConfig): Record<string, string> {
  return {
    FILES_STORE: store,
    FILES_DIR: folder,
    ...(s3 && {
      S3_ENDPOINT: s3.endpoint,
      S3_REGION: s3.region,
      S3_BUCKET: s3.bucket,
      S3_PREFIX: s3.prefix,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    }),
  }
}
