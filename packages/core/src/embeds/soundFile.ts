import { parsed } from '../httpUrl.ts'
import { normaliseAddress } from '../url.ts'

/**
 * Whether an address names a sound file that browsers play. The specification has no code for it: it stays a link of the
 * category it was saved in.
 */
export function isSoundFile(address: string): boolean {
  const stored = normaliseAddress(address)
  const url = stored === null ? null : parsed(stored)
  return url !== null && /\.(?:mp3|m4a|aac|og[ag]|opus|wav|flac|weba)$/i.test(url.pathname)
}
