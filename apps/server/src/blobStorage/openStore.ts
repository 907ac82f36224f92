import { openDiskStore } from './diskStore.ts'
import { type FileStore, UnusableStoreError } from './fileStore.ts'
import type { FilesConfig, StoreKind } from './storeConfig.ts'

/**
 * Opens a configured store of files.
 * @param report receives a sentence for the operator when the store fails later
 * @throws UnusableStoreError when it cannot be used as it is configured
 */
export async function openStore(
  { folder, s3 }: FilesConfig,
  kind: StoreKind,
  report: (sentence: string) => void,
): Promise<FileStore> {
  if (kind === 'disk') {
    try {
      return await openDiskStore(folder)
    } catch (error) {
      throw new UnusableStoreError(`FILES_DIR "${folder}" cannot be used: ${(error as Error).message}`, {
        cause: error,
      })
    }
  }
  if (!s3)
    throw new UnusableStoreError(
      'Files of this library are in a bucket: S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are missing.',
    )
  // Loaded only where it is used, which saves memory elsewhere.
  const { openS3Store } = await import('./s3/openS3Store.ts')
  return openS3Store(s3, report)
}
