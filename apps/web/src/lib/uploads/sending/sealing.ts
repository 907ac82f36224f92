import type { FileKey } from '@nestmark/encryption/files/sealedFile'
import { findOpenKey } from '../../api/collectionKeys.ts'
import { keyRing } from '../../encryption/keyRing.ts'

/** How an upload is encrypted. It is stored with the upload, so that it continues with the same bytes after a reload. */
export interface Sealing {
  fileKey: FileKey
  /** The id of the link, which its texts are bound to. */
  linkId: string
}

/**
 * Returns whether files that are added now are encrypted: the key of their collection is open. A lock, or a server that
 * does not answer, must not make it a file in plain text.
 */
export async function encryptsInto(folderId: string): Promise<boolean> {
  const hasKey = () => keyRing.hasKeyOf(folderId)
  const wasOpen = hasKey()
  try {
    return (await findOpenKey(folderId)) !== null || (wasOpen && !hasKey())
  } catch {
    return wasOpen
  }
}

/** Returns how a new upload is encrypted. */
export async function createSealing(): Promise<Sealing> {
  const { newFileKey } = await import('@nestmark/encryption/files/sealedFile')
  const { newLinkId } = await import('@nestmark/encryption/envelope')
  return { fileKey: newFileKey(), linkId: newLinkId() }
}
