import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { deriveKey } from '../seal.ts'
import type { Config } from '../../../configuration/config.ts'

/** The relying party of passkeys: a device signs for no other name and no other origin. */
export interface PasskeySite {
  /** The host name of the sign-in site: the relying party id of WebAuthn. */
  id: string
  origin: string
}

/**
 * Returns the site as the relying party. WebAuthn accepts only names, so a server on this machine is `localhost`, and
 * one with an IP address has none.
 * @returns null when passkeys are impossible
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
 * Returns the origin that a response must have. On localhost any port is accepted: the page may have another port
 * than the server during development or behind a tunnel.
 * @param clientDataJSON of the response, in base64url
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

/** The time limit for the response to a challenge, in milliseconds. */
const challengeMs = 5 * 60_000
const randomLength = 16
const headLength = randomLength + 6
const markLength = 16

function createMac(secret: string, purpose: string, head: Buffer): Buffer {
  const key = deriveKey(secret, 'passkeys')
  return createHmac('sha256', key).update(`${purpose}\n`).update(head).digest().subarray(0, markLength)
}

/**
 * Returns a new challenge for a device to sign. It contains its expiry and a MAC, so that it needs no row in the
 * database: every visit of the login page requests one.
 * @param purpose the action and sign-in that the signature is valid for
 */
export function newChallenge(secret: string, purpose: string, now: number): Uint8Array<ArrayBuffer> {
  const head = Buffer.concat([randomBytes(randomLength), Buffer.alloc(6)])
  head.writeUIntBE(now + challengeMs, randomLength, 6)
  return new Uint8Array(Buffer.concat([head, createMac(secret, purpose, head)]))
}

/**
 * Checks that a challenge is ours, for this purpose, and not expired.
 * @param challenge as the device signed it, in base64url
 * @returns its expiry, in milliseconds since 1970; null when invalid
 */
export function challengeEnd(secret: string, purpose: string, challenge: string, now: number): number | null {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== headLength + markLength) return null
  const head = bytes.subarray(0, headLength)
  if (!timingSafeEqual(createMac(secret, purpose, head), bytes.subarray(headLength))) return null
  const end = head.readUIntBE(randomLength, 6)
  return end > now && end <= now + challengeMs ? end : null
}
