import { downloadUrl } from '@nestmark/contract/files'
import type { Link } from '@nestmark/contract/shapes'
import { client, isUnreachable } from './api/client.ts'
import { startDownload } from './startDownload.ts'

/** How long an address is used, in milliseconds. The server's are valid for five minutes. */
const useMs = 270_000

const addresses = new Map<string, { url: string; until: number }>()

/**
 * Returns the address of the first file of a link.
 * @param isExpired the last address no longer works
 * @throws Refusal 'links.notFound', 'files.notFound', 'plan.bandwidth', 'network'
 */
export async function readAddress(linkId: string, isExpired = false): Promise<string> {
  const last = addresses.get(linkId)
  if (last && !isExpired && last.until > Date.now()) return last.url
  addresses.delete(linkId)
  const { url } = await client.call(downloadUrl, { link_id: linkId })
  addresses.set(linkId, { url, until: Date.now() + useMs })
  return url
}

/** Returns whether a call or a request for a file failed because no server answered it. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof TypeError || isUnreachable(error)
}

/**
 * Downloads the file of a link through the browser.
 * @throws as `readAddress`
 */
export async function downloadMedia(link: Link): Promise<void> {
  startDownload(await readAddress(link._id), link.media?.name)
}

/**
 * Downloads a further file of a link through the browser.
 * @param index of the file, from 0
 * @throws as `readAddress`
 */
export async function downloadFile(linkId: string, index: number): Promise<void> {
  const { url } = await client.call(downloadUrl, { link_id: linkId, index })
  startDownload(url)
}
