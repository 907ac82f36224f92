import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Tx } from '../../../db/db.ts'
import { hashToken } from '../../../access/tokens.ts'
import type { Services } from '../../../services.ts'
import type { CommonServices } from '../../../calls/services.ts'
import { findUserByEmail } from '../../session/userStore.ts'
import { signInLinkEmail } from '../email/emails.ts'
import { deriveKey } from '../seal.ts'
import { passwordCaller } from '../passwords/passwordCaller.ts'
import { queueEmail } from '../email/sendEmail.job.ts'
import { hasMailboxProof, insertMailboxProof, readPasswordHash } from '../store.ts'

/*
 * A caller who proves access to an account's mailbox bypasses the limits used up by other people's guesses. The proof
 * does not sign in: the password, and the second factor if any, are still required.
 */

/** The lifetime of a proof, in milliseconds. */
const proofMs = 3_600_000
const expiryBytes = 6

/**
 * Records that the caller at this network address has opened an email of the account, in the transaction of its
 * action.
 */
export async function recordMailboxProof(
  tx: Tx,
  { now }: Pick<CommonServices, 'now'>,
  userId: string,
): Promise<void> {
  const address = passwordCaller()?.address
  if (address === undefined) return
  const at = now()
  await insertMailboxProof(tx, userId, address, { now: at, expiresAt: at + proofMs })
}

/**
 * Sends a link to the login page that bypasses the limits. Takes the same time and responds the same for an address
 * without an account.
 */
export async function sendSignInLink(services: Services, email: string): Promise<void> {
  const { db, config, now } = services
  const user = await findUserByEmail(db.read, email)
  const password = await readPasswordHash(db.read, user?.id ?? '')
  const token = makeToken(config.secret, user?.id ?? '', password ?? '', now() + proofMs)
  const known = user !== undefined && password !== undefined
  await queueEmail(services, known ? signInLinkEmail(config, email, token) : null)
}

/**
 * Checks whether a sign-in comes from the owner of the mailbox.
 * @param token of the link in the email, or ''
 * @returns the key under which its attempts are counted; null without a proof
 */
export async function checkMailboxProof(
  { db, config, now }: Pick<CommonServices, 'db' | 'config' | 'now'>,
  email: string,
  address: string,
  token: string,
): Promise<string | null> {
  const user = await findUserByEmail(db.read, email)
  if (!user) return null
  if (
    token !== '' &&
    isProofValid(config.secret, user.id, (await readPasswordHash(db.read, user.id)) ?? '', token, now())
  )
    return `${user.id} ${hashToken(token)}`
  return (await hasMailboxProof(db.read, user.id, address, now())) ? `${user.id} ${address}` : null
}

/** The password hash is an input: a new password invalidates the link. */
function createMac(secret: string, userId: string, password: string, expiry: Buffer): Buffer {
  const key = deriveKey(secret, 'sign-in links')
  return createHmac('sha256', key).update(`${userId}\n${password}\n`).update(expiry).digest()
}

function makeToken(secret: string, userId: string, password: string, expiresAt: number): string {
  const expiry = Buffer.alloc(expiryBytes)
  expiry.writeUIntBE(expiresAt, 0, expiryBytes)
  return Buffer.concat([expiry, createMac(secret, userId, password, expiry)]).toString('base64url')
}

function isProofValid(secret: string, userId: string, password: string, token: string, now: number): boolean {
  const bytes = Buffer.from(token, 'base64url')
  const expiry = bytes.subarray(0, expiryBytes)
  const mac = createMac(secret, userId, password, expiry)
  if (bytes.length !== expiryBytes + mac.length) return false
  const expiresAt = expiry.readUIntBE(0, expiryBytes)
  return timingSafeEqual(mac, bytes.subarray(expiryBytes)) && expiresAt > now && expiresAt <= now + proofMs
}
