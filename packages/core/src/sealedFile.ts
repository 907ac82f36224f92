import { maxFileBytes } from './media/mediaTypes.ts'

/**
 * The lengths of encrypted files (scheme `nm1`, docs/encryption.md), in bytes. The server checks them without a key;
 * `packages/encryption` encrypts the chunks.
 */

/** A file is encrypted in chunks of this many bytes, so that a range of it can be read. Only the last may be shorter. */
export const chunkLength = 1024 * 1024

/** The media type of an encrypted file: the server does not know its own. */
export const sealedMediaType = 'application/octet-stream'

/** Each chunk ends with the tag of AES-GCM. */
const tagLength = 16

/** The stored length of a full chunk. */
export const sealedChunkLength = chunkLength + tagLength

/** The size of a part of an upload: full chunks, so that no chunk is split between parts. */
export const sealedPartLength = 8 * sealedChunkLength

/** Returns a file's number of chunks, from its size in bytes. An empty file has one empty chunk. */
export function countChunks(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / chunkLength))
}

/** Returns a file's encrypted length, from its size in bytes. */
export function toSealedLength(bytes: number): number {
  return bytes + countChunks(bytes) * tagLength
}

/** The maximum length of an encrypted file: that of the largest file. */
export const maxSealedLength = toSealedLength(maxFileBytes)

/** The length of an encrypted file that is empty. */
export const emptySealedLength = toSealedLength(0)

/** Returns whether an encrypted file can have this length. */
export function isSealedLength(length: number): boolean {
  const rest = length % sealedChunkLength
  return length === emptySealedLength || (length > 0 && (rest === 0 || rest > tagLength))
}
