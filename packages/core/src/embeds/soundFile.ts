import { parseHttpUrl } from '../httpUrl.ts'
import { normaliseAddress } from '../url.ts'

/**
 * Returns whether an address points to an audio file that browsers play. The specification has no code for audio
 * files: the link remains in the category in which it was saved.
 */
export function isSoundFile(address: string): boolean {
  const stored = normaliseAddress(address)
  const url = stored === null ? null : parseHttpUrl(stored)
  return url !== null && /\.(?:mp3|m4a|aac|og[ag]|opus|wav|flac|weba)$/i.test(url.pathname)
}
