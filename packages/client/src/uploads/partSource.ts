import { toSealedLength } from '@nestmark/core/sealedFile'
import type { FileKey } from '@nestmark/encryption/files/sealedFile'

/** The bytes of an upload, of which parts are read in any order, also again. */
export interface PartSource {
  /** Of what is sent, in bytes. */
  size: number
  /** Reads the bytes from the first to before the second position. */
  read(uploadId: string, from: number, to: number): Promise<Blob>
}

/** Sends a file as it is. */
export const plainParts = (bytes: Blob): PartSource => ({
  size: bytes.size,
  read: async (_, from, to) => bytes.slice(from, to),
})

/** Encrypts a file part by part, when a part is sent. A part that is sent again has the same bytes. */
export async function encryptParts(bytes: Blob, key: FileKey): Promise<PartSource> {
  const { sealRange } = await import('@nestmark/encryption/files/fileRange')
  const { toFileSeal } = await import('@nestmark/encryption/files/sealedFile')
  const readBytes = async (from: number, to: number) =>
    new Uint8Array(await bytes.slice(from, to).arrayBuffer())
  return {
    size: toSealedLength(bytes.size),
    async read(uploadId, from, to) {
      const seal = await toFileSeal(key, uploadId)
      const chunks: Blob[] = []
      for await (const chunk of sealRange(seal, bytes.size, { from, to }, readBytes))
        chunks.push(new Blob([chunk]))
      return new Blob(chunks)
    },
  }
}
