import { downloadUrl } from '@nestmark/contract/files'
import type { Link } from '@nestmark/contract/shapes'
import { toExtension } from '@nestmark/core/media/mediaTypes'
import type { SealedFile } from '@nestmark/encryption/files/sealedFile'
import { errorTexts } from '@nestmark/texts/errors'
import { client, isUnreachable, Refusal } from '../api/client.ts'
import { saveAsFile } from '../api/files.ts'
import {
  decryptFile,
  findDecrypted,
  findOpenFile,
  type OpenLinkFile,
  toOpenAddress,
} from '../encryption/openFiles.ts'
import { toMediaType } from '../uploads/files/prepareFile.ts'
import { startDownload } from '../browser/startDownload.ts'

/** How long an address is used, in milliseconds. The server's are valid for five minutes. */
const useMs = 270_000

const addresses = new Map<string, { url: string; until: number; isPreview: boolean }>()

/**
 * Returns the address of the first file of a link: of its decrypted bytes, where it is encrypted.
 * @param isExpired the last address no longer works
 * @throws Refusal 'links.notFound', 'files.notFound', 'plan.bandwidth', 'network'
 */
export async function readAddress(linkId: string, isExpired = false): Promise<string> {
  const open = requireOpen(linkId, 0)
  const address = await readStoredAddress(linkId, isExpired)
  return open ? toOpenAddress(open, address) : address
}

/**
 * Requests bytes of the first file of a link: from `begin` to before `end`.
 * @param isExpired the last address no longer works
 * @throws as `readAddress`, and as `fetch`
 */
export async function fetchBytes(
  linkId: string,
  { begin, end }: { begin: number; end: number },
  isExpired: boolean,
  signal: AbortSignal,
): Promise<Response> {
  const address = await readAddress(linkId, isExpired)
  const decrypted = findDecrypted(findOpenFile(linkId)?.id ?? '')
  if (!decrypted) return fetch(address, { headers: { range: `bytes=${begin}-${end - 1}` }, signal })
  const headers = { 'content-range': `bytes ${begin}-${end - 1}/${decrypted.size}` }
  return new Response(decrypted.slice(begin, end), { status: 206, headers })
}

/**
 * Returns the address of a picture for a large view: of its preview, where it has one.
 * @throws as `readAddress`
 */
export async function readLargeView(
  linkId: string,
  isExpired = false,
): Promise<{ url: string; isPreview: boolean }> {
  if (requireOpen(linkId, 0)) return { url: await readAddress(linkId, isExpired), isPreview: false }
  return readUrl(linkId, isExpired, 'preview')
}

/** Returns the address of the stored bytes of the first file of a link. @throws as `readAddress` */
export const readStoredAddress = async (linkId: string, isExpired = false): Promise<string> =>
  (await readUrl(linkId, isExpired)).url

/** Returns an address of the server, the last one while it is valid. */
async function readUrl(
  link_id: string,
  isExpired: boolean,
  type: 'preview' | '' = '',
): Promise<{ url: string; isPreview: boolean }> {
  const key = `${link_id} ${type}`
  const last = addresses.get(key)
  if (last && !isExpired && last.until > Date.now()) return last
  addresses.delete(key)
  const answer = await client.call(downloadUrl, { link_id, ...(type && { type }) })
  const read = { url: answer.url, isPreview: answer.type === 'preview', until: Date.now() + useMs }
  addresses.set(key, read)
  return read
}

/** Returns an encrypted file; null for one in plain text. @throws Refusal when its key is not in this browser */
function requireOpen(linkId: string, index: number): OpenLinkFile | null {
  const open = findOpenFile(linkId, index)
  if (open === null)
    throw new Refusal({ status: 404, code: 'files.notFound', message: errorTexts['files.notFound'] })
  return open ?? null
}

/** Returns a name with the extension of its type, because a member with the key may have chosen any name. */
function toSafeName({ name, type }: SealedFile): string {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  return toMediaType({ name: `file.${extension}`, type: '' }) === type ? name : `${name}.${toExtension(type)}`
}

/** Returns whether a call or a request for a file failed because no server answered it. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof TypeError || isUnreachable(error)
}

/**
 * Downloads a file of a link through the browser. An encrypted file is decrypted first.
 * @param index of the file, from 0
 * @throws as `readAddress`, or ShownError when its bytes were changed
 */
export async function downloadMedia(
  { _id: link_id, media }: Pick<Link, '_id' | 'media'>,
  index = 0,
): Promise<void> {
  const open = requireOpen(link_id, index)
  const { url } = await client.call(downloadUrl, { link_id, index })
  if (!open) return startDownload(url, index === 0 ? media?.name : '')
  saveAsFile(await decryptFile(open.file, url), toSafeName(open.file))
}
