import type { FileKey, SealedFile } from '@nestmark/encryption/files/sealedFile'
import { toSmallPicture } from '../../encryption/smallPicture.ts'
import { measureFile, type Measures } from '../files/measureFile.ts'
import type { PreparedFile } from '../files/prepareFile.ts'

/** An encrypted upload that is complete, and its description in a saved link. */
export interface SealedUpload {
  /** Names the upload in `s3_key` of the link. */
  key: string
  file: SealedFile
  /** A small picture as a `data:` address; '' without one. */
  thumbnail: string
}

/**
 * Describes an upload whose bytes were encrypted, so that its description can be encrypted with a link.
 * @param key what the server calls the upload
 * @param picture a picture of it
 * @param known its measures, where they need not be read
 */
export async function describeUpload(
  { bytes, name, type, category }: PreparedFile,
  fileKey: FileKey,
  key: string,
  {
    peaks,
    picture,
    known,
  }: { peaks?: number[] | undefined; picture: Blob | null; known?: Measures | undefined },
): Promise<SealedUpload> {
  const measures = known ?? (await measureFile(bytes, category))
  return {
    key,
    file: { ...fileKey, uploadId: key, name, type, size: bytes.size, ...measures, peaks: peaks ?? null },
    thumbnail: picture ? await toSmallPicture(picture) : '',
  }
}
