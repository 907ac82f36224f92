import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import type { Config } from '../../config.ts'

/** Whom passkeys are made for: a device signs for no other name and no other origin. */
export interface PasskeySite {
  /** The host name of the sign-in site, which WebAuthn calls the relying party's id. */
  id: string
  origin: string
}

/**
 * The site as passkeys know it. WebAuthn takes names only, so a server on this very machine is `localhost`, and one that
 * is reached by an address of numbers has none.
 * @returns null where there can be no passkeys
 */
export function passkeySite({
  publicUrl,
  accountsUrl,
}: Pick<Config, 'publicUrl' | 'accountsUrl'>): PasskeySite | null {
  const url = new URL(accountsUrl.startsWith('/') ? publicUrl : accountsUrl)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(host)) {
    if (ipaddr.process(host).range() !== 'loopback') return null
    url.hostname = 'localhost'
  }
  return { id: url.hostname, origin: url.origin }
}

/**
 * The origin that an answer must come from. On this very machine any port counts: the page may lie on another than the
 * server while it is developed, or behind a tunnel.
 * @param clientDataJSON of the answer, in base64url
 */
export function expectedOrigin(site: PasskeySite, clientDataJSON: string): string {
  if (site.id !== 'localhost') return site.origin
  try {
    const { origin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { origin: string }
    return /^http:\/\/localhost(:\d{1,5})?$/.test(origin) ? origin : site.origin
  } catch {
    return site.origin
  }
}

/** How long a person may take before the device's question. */
const challengeMs = 5 * 60_000
const randomLength = 16
const headLength = randomLength + 6
const markLength = 16

function createMac(secret: string, purpose: string, head: Buffer): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'nestmark passkeys', 32))
  return createHmac('sha256', key).update(`${purpose}\n`).update(head).digest().subarray(0, markLength)
}

/**
 * Something new for a device to sign. It says itself how long it counts and carries our mark, so asking for one leaves
 * nothing behind in the database: every visit of the login page does so.
 * @param purpose what it may be signed for, and whose sign-in that belongs to
 */
export function newChallenge(secret: string, purpose: string, now: number): Uint8Array<ArrayBuffer> {
  const head = Buffer.concat([randomBytes(randomLength), Buffer.alloc(6)])
  head.writeUIntBE(now + challengeMs, randomLength, 6)
  return new Uint8Array(Buffer.concat([head, createMac(secret, purpose, head)]))
}

/**
 * Whether a challenge is ours, for this purpose, and young enough.
 * @param challenge as the device signed it, in base64url
 * @returns when it runs out, in milliseconds since 1970; null for one that does not count
 */
export function challengeEnd(secret: string, purpose: string, challenge: string, now: number): number | null {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== headLength + markLength) return null
  const head = bytes.subarray(0, headLength)
  if (!timingSafeEqual(createMac(secret, purpose, head), bytes.subarray(headLength))) return null
  const end = head.readUIntBE(randomLength, 6)
  return end > now && end <= now + challengeMs ? end : null
}
