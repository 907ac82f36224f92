import { normaliseAddress } from '../addresses/url.ts'
import { isSoundUrl } from './soundUrl.ts'

/** Returns whether an address, as it was typed, points to an audio file that browsers play. */
export function isSoundFile(address: string): boolean {
  const stored = normaliseAddress(address)
  return stored !== null && isSoundUrl(stored)
}
