import { parseHttpUrl } from '../addresses/httpUrl.ts'

/**
 * Returns whether a stored address points to an audio file that browsers play. The specification has no code for audio
 * files: the link remains in the category in which it was saved.
 */
export function isSoundUrl(address: string): boolean {
  const url = parseHttpUrl(address)
  return url !== null && /\.(?:mp3|m4a|aac|og[ag]|opus|wav|flac|weba)$/i.test(url.pathname)
}
