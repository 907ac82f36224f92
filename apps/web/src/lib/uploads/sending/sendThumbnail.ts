import type { SendOptions } from '@nestmark/client/uploads/sendFile'
import { sendFile } from './sendFile.ts'

/**
 * Uploads a picture that becomes the thumbnail of a file in plain text.
 * @returns its key for `s3_key`
 * @throws as `sendFile`
 */
export async function sendThumbnail(
  bytes: Blob,
  { parent, requestKey }: { parent: string | null; requestKey: string },
  options: Pick<SendOptions, 'signal' | 'onStarted'> & Partial<Pick<SendOptions, 'onProgress'>>,
): Promise<string> {
  const file = {
    bytes,
    name: 'thumbnail.jpg',
    type: bytes.type,
    parent,
    requestKey,
    purpose: 'thumb',
  } as const
  return (await sendFile(file, { onProgress: () => undefined, ...options })).key
}
