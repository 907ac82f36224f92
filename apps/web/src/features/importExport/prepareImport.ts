import { ShownError } from '@nestmark/client/shownError'
import { limits } from '@nestmark/core/limits'
import { transferTexts as texts } from '@nestmark/texts/transfer/importExport'
import { chooseWay } from '../../lib/encryption/entering.ts'
import { keyRing } from '../../lib/encryption/keyRing.ts'
import { readPlace } from '../encryption/tasks/places.ts'
import type { EncryptedBookmarks } from './EncryptBookmarks.tsx'
import { previewFile } from './preview/preview.ts'
import { readBookmarkLinks } from './readBookmarkLinks.ts'

/**
 * Starts the preview of a file, or reads it here where its collection has a key: such a file is never sent.
 * @param parent the collection; absent for the root
 * @param root the id of the root, when it is known
 * @returns what is to be encrypted; null when the preview has begun, or the person has cancelled
 * @throws Refusal, or ShownError for a file that is too large or without bookmarks
 */
export async function prepareImport(
  file: File,
  parent: string | undefined,
  root: string | undefined,
): Promise<EncryptedBookmarks | null> {
  const into = parent ?? root
  const way = into === undefined ? 'none' : await chooseWay(into)
  if (way === 'cancelled') return null
  if (way === 'encrypted' && into !== undefined) return readHere(file, into)
  await checkSize(file)
  void previewFile(file, { parent, plain: way === 'plain' })
  return null
}

/** Throws ShownError when the server would refuse a file for its size, so that it is not sent. */
async function checkSize(file: File): Promise<void> {
  const isZip = (await file.slice(0, 2).text()) === 'PK'
  // The server refuses a large ZIP unless it is that of an export of everything.
  const max = isZip ? limits.importZipBytes : limits.importBytes
  if (file.size > max) throw new ShownError(texts.tooLarge(max))
}

/** Reads a file in the browser, for a collection whose key is open. */
async function readHere(file: File, into: string): Promise<EncryptedBookmarks | null> {
  const read = await readBookmarkLinks(file)
  if (!read || read.links.length === 0) throw new ShownError(read ? texts.noBookmarks : texts.notHtml)
  const saved = keyRing.find((await readPlace(into)).kid ?? '')
  return saved ? { read, into, saved } : null
}
