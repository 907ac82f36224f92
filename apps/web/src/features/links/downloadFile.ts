import { showError } from '../../lib/api/showError.ts'
import type { Link } from '@nestmark/contract/shapes'
import { fileTexts } from '@nestmark/texts/links/files'
import { downloadMedia } from '../../lib/media/mediaAddress.ts'
import { dismissToast, toast } from '../../lib/toasts.ts'

/** Decrypting a larger file takes noticeable time; in bytes. */
const silentBytes = 4_000_000
/** How long the browser may take to decrypt a file, in milliseconds. */
const maxDuration = 600_000

/**
 * Downloads a file of a link, and shows the reason of a failure.
 * @param index of the file, from 0
 */
export async function downloadFile(link: Link, index = 0): Promise<void> {
  const note =
    link.enc === 1 && link.size > silentBytes
      ? toast({ tone: 'waiting', title: fileTexts.decrypting, duration: maxDuration })
      : undefined
  try {
    await downloadMedia(link, index)
  } catch (error) {
    showError(error)
  } finally {
    if (note !== undefined) dismissToast(note)
  }
}
