import type { FileSeal } from '@nestmark/encryption/files/fileChunks'
import type { MediaType } from '@nestmark/core/media/mediaTypes'

/** Where the page asks for encrypted files: `<path><file id>?from=<address of the encrypted bytes>`. */
export const openFilePath = '/open-file/'

/** What the service worker needs to decrypt a file. The bytes of the key cannot be read out of it. */
export interface OpenFile {
  seal: FileSeal
  type: MediaType
  /** Of the file in plain text, in bytes. */
  size: number
}

/** Asks a page for a file. It answers on the port of the message, with null when it does not have the key. */
export interface ToPage {
  kind: 'openFile'
  id: string
}

/** Informs the service worker that keys were removed. */
export interface ToWorker {
  kind: 'forgetFiles'
}
