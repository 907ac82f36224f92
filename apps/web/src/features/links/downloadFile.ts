import type { Link } from '@nestmark/contract/shapes'
import { formatError } from '../../lib/api/client.ts'
import { downloadMedia } from '../../lib/mediaAddress.ts'
import { toast } from '../../lib/toasts.ts'

/** Downloads the file of a link, and shows why it cannot be. */
export async function downloadFile(link: Link): Promise<void> {
  try {
    await downloadMedia(link)
  } catch (error) {
    toast({ tone: 'danger', title: formatError(error) })
  }
}
