import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** The defaults of RFC 6238, which every app supports: SHA-1, 6 digits, 30 seconds. */
const stepMs = 30_000
/** Also accepts the code of the previous and the next step: clocks differ and people type slowly. */
const steps = [0, -1, 1]

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns 160 random bits as base32, the format in which apps accept a key. */
export function newKey(): string {
  return base32(randomBytes(20))
}

/** Returns bytes as base32 (RFC 4648) without padding. */
export function base32(bytes: Uint8Array): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? []).map(five => alphabet[parseInt(five.padEnd(5, '0'), 2)]).join('')
}

function decodeBase32(key: string): Buffer {
  const bits = [...key].map(character => alphabet.indexOf(character).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(eight => parseInt(eight, 2)))
}

/**
 * Returns the code of a time step (RFC 4226, section 5.3).
 * @param step complete steps of 30 seconds since 1970
 */
export function createCode(key: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', decodeBase32(key)).update(counter).digest()
  const number = mac.readUInt32BE(mac.readUInt8(19) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/**
 * Returns the time step of a code.
 * @param now milliseconds since 1970
 * @param after the step of the last used code: it and all earlier steps are no longer valid
 * @returns null for an invalid code
 */
export function findStep(key: string, code: string, now: number, after: number): number | null {
  const present = Math.floor(now / stepMs)
  for (const step of steps.map(offset => present + offset))
    if (step > after && timingSafeEqual(Buffer.from(createCode(key, step)), Buffer.from(code))) return step
  return null
}

/** Returns the otpauth address that apps read from the QR code. */
export function keyAddress(key: string, email: string): string {
  const query = new URLSearchParams({ secret: key, issuer: 'Nestmark' })
  return `otpauth://totp/Nestmark:${encodeURIComponent(email)}?${query}`
}
