import { joinBytes } from '@nestmark/core/joinBytes'
import { toUtf8 } from '../bytes.ts'
import { checkIds } from './collectionKey.ts'
import { readPublicKey } from './keyPair.ts'
import { iterations, stretch } from '../secrets/secret.ts'

/** A fingerprint that two people compare, for example on the phone. */
export interface PairFingerprint {
  /** Six groups of five digits, about 100 bits. */
  groups: string[]
  /** 32 bytes for a picture of the same. The picture is an addition: the digits decide. */
  bytes: Uint8Array
}

interface PublicHalf {
  id: string
  publicKey: string
}

/**
 * Returns the fingerprint of the public keys of two people; the same for both sides. An attacker between them chooses
 * two keys and needs equal fingerprints, which a birthday search finds in 2^50 steps; so each step is made as expensive
 * as that of a secret. It takes about half a second.
 */
export async function pairFingerprint(one: PublicHalf, other: PublicHalf): Promise<PairFingerprint> {
  checkIds(one.id, other.id)
  const halves = [one, other].sort((a, b) => (a.id < b.id ? -1 : 1))
  const material = halves.flatMap(({ id, publicKey }) => [toUtf8(`${id}|`), readPublicKey(publicKey)])
  const bytes = await stretch(joinBytes(material), toUtf8('nm1|fingerprint'), iterations)
  const groups = Array.from({ length: 6 }, (_, group) => {
    const five = bytes.subarray(group * 5, group * 5 + 5)
    const number = five.reduce((sum, byte) => sum * 256 + byte, 0)
    return String(number % 100_000).padStart(5, '0')
  })
  return { groups, bytes }
}
