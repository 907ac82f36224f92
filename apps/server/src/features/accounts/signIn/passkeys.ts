import type { PasskeySignature } from '@nestmark/contract/auth/authShapes'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Queries } from '../../../db/db.ts'
import { newId } from '../../../db/newId.ts'
import { isDuplicate } from '../../../db/dialect.ts'
import type { PasskeyRow } from '../../../db/tables/accountTables.ts'
import { hashToken } from '../../../access/tokens.ts'
import type { CommonServices } from '../../../calls/services.ts'
import { findSession } from '../../session/sessionStore.ts'
import { passkeyAddedEmail } from '../email/emails.ts'
import { challengeEnd, expectedOrigin, newChallenge, type PasskeySite } from './passkeySite.ts'
import {
  findPasskey,
  insertPasskey,
  recordPasskeyUse,
  readPasskeys,
  consumeChallenge,
} from './passkeyStore.ts'
import { queueEmailIn } from '../email/sendEmail.job.ts'
import { lockUser, readPasswordHash } from '../store.ts'

type Dependencies = Pick<CommonServices, 'db' | 'now' | 'config' | 'jobs'>
export interface Owner {
  id: string
  email: string
  name: string
}

/** More than the number of devices of a person. */
const maxPasskeys = 20
/** ES256, EdDSA and RS256 by their COSE numbers, which every authenticator supports. */
const algorithms = [-7, -8, -257]
const toSignIn = 'sign in'
/** Returns the purpose of the challenge that confirms the deletion of an account. */
export const toDeleteAccount = (sessionId: string): string => `delete account ${sessionId}`
/**
 * Returns the purpose of a new passkey's challenge. Includes the password hash: a new password invalidates the
 * challenges of a person who had the old one.
 */
const toRegister = async (db: Queries, userId: string, sessionId: string): Promise<string> =>
  `register ${sessionId} ${hashToken((await readPasswordHash(db, userId)) ?? '')}`
const parseTransports = (row: PasskeyRow) =>
  row.transports.split(' ').filter(Boolean) as AuthenticatorTransport[]

/** Imported by the first call that needs it: it takes a fifth of a second and 26 MB. */
const webAuthn = () => import('@simplewebauthn/server')

/**
 * Returns the options with which a browser creates a passkey for a user who has proved their identity.
 * @returns null for a user who has the maximum number of passkeys
 */
export async function getPasskeyRegistrationOptions(
  services: Dependencies,
  site: PasskeySite,
  user: Owner,
  sessionId: string,
) {
  const { db, config, now } = services
  const own = await readPasskeys(db.read, user.id)
  if (own.length >= maxPasskeys) return null
  const { generateRegistrationOptions } = await webAuthn()
  return generateRegistrationOptions({
    rpName: 'Nestmark',
    rpID: site.id,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    challenge: newChallenge(config.secret, await toRegister(db.read, user.id, sessionId), now()),
    attestationType: 'none',
    // Discoverable without a typed name, and unlocked by user verification: two factors by itself.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: own.map(row => ({ id: row.credential_id, transports: parseTransports(row) })),
    supportedAlgorithmIDs: algorithms,
  })
}

/**
 * Stores a passkey that a device has created, and notifies the user by email.
 * @param name the user's name for it
 * @returns its id; 'refused' for a response that does not match our challenge, 'known' for a passkey that is already
 * stored
 */
export async function addPasskey(
  services: Dependencies,
  site: PasskeySite,
  user: Owner,
  sessionId: string,
  { response, name }: { response: RegistrationResponseJSON; name: string },
): Promise<{ id: string } | 'refused' | 'known'> {
  const { db, config, now } = services
  const made = await registered(services, site, await toRegister(db.read, user.id, sessionId), response)
  if (!made) return 'refused'
  const { credential, credentialBackedUp } = made
  const row: PasskeyRow = {
    id: newId(),
    user_id: user.id,
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: (credential.transports ?? []).join(' '),
    name,
    synced: credentialBackedUp ? 1 : 0,
    created_at: now(),
    last_used_at: null,
  }
  try {
    const stored = await db.write(async tx => {
      // A session that has ended concurrently, for example by a new password, cannot add a passkey.
      await lockUser(tx, user.id)
      if (!(await findSession(tx, sessionId))) return false
      await insertPasskey(tx, row)
      await queueEmailIn(tx, services, passkeyAddedEmail(config, user.email, name))
      return true
    })
    if (!stored) return 'refused'
  } catch (error) {
    if (isDuplicate(error)) return 'known'
    throw error
  }
  services.jobs.wake()
  return { id: row.id }
}

async function registered(
  { config, now }: Dependencies,
  site: PasskeySite,
  purpose: string,
  response: RegistrationResponseJSON,
) {
  try {
    const [{ verifyRegistrationResponse }, { decodeAttestationObject, isoBase64URL }] = await Promise.all([
      webAuthn(),
      import('@simplewebauthn/server/helpers'),
    ])
    // We request no attestation. Verifying one would call servers that the caller names (S01).
    const object = decodeAttestationObject(isoBase64URL.toBuffer(response.response.attestationObject))
    if (object.get('fmt') !== 'none') return null
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge => challengeEnd(config.secret, purpose, challenge, now()) !== null,
      expectedOrigin: expectedOrigin(site, response.response.clientDataJSON),
      expectedRPID: site.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    return verified ? registrationInfo : null
  } catch {
    // With any error in it, the response does not match our challenge.
    return null
  }
}

/** Returns the options with which a browser signs in by any passkey that the user chooses. */
export async function getPasskeySignInOptions({ config, now }: Dependencies, site: PasskeySite) {
  const { generateAuthenticationOptions } = await webAuthn()
  return generateAuthenticationOptions({
    rpID: site.id,
    challenge: newChallenge(config.secret, toSignIn, now()),
    userVerification: 'required',
  })
}

/**
 * Returns the options with which a browser asks one of the person's passkeys to confirm an action.
 * @param purpose of the challenge
 * @returns null for a person without passkeys
 */
export async function getPasskeyProofOptions(
  { db, config, now }: Dependencies,
  site: PasskeySite,
  userId: string,
  purpose: string,
) {
  const own = await readPasskeys(db.read, userId)
  if (own.length === 0) return null
  const { generateAuthenticationOptions } = await webAuthn()
  return generateAuthenticationOptions({
    rpID: site.id,
    challenge: newChallenge(config.secret, purpose, now()),
    userVerification: 'required',
    allowCredentials: own.map(row => ({ id: row.credential_id, transports: parseTransports(row) })),
  })
}

/**
 * Returns the owner of the passkey that signed our challenge. A signature is valid once.
 * @param purpose of the challenge
 * @returns null for an unknown passkey or a signature that does not match our challenge
 */
export async function passkeyOwner(
  services: Dependencies,
  site: PasskeySite,
  signature: PasskeySignature,
  purpose: string = toSignIn,
): Promise<string | null> {
  const { db, now } = services
  const response = { ...signature, clientExtensionResults: {} } as AuthenticationResponseJSON
  const row = await findPasskey(db.read, response.id)
  const handle = response.response.userHandle
  if (!row || (handle && Buffer.from(handle, 'base64url').toString() !== row.user_id)) return null
  const signed = await signedBy(services, site, row, response, purpose)
  if (!signed) return null
  const { challenge, end, newCounter: counter, credentialBackedUp } = signed
  return db.write(async tx => {
    const use = {
      id: row.id,
      oldCounter: row.counter,
      counter,
      synced: credentialBackedUp ? 1 : 0,
      at: now(),
    }
    if (!(await consumeChallenge(tx, challenge, end, now()))) return null
    return (await recordPasskeyUse(tx, use)) ? row.user_id : null
  })
}

async function signedBy(
  { config, now }: Dependencies,
  site: PasskeySite,
  row: PasskeyRow,
  response: AuthenticationResponseJSON,
  purpose: string,
) {
  let signed: { challenge: string; end: number } | null = null
  try {
    const { verifyAuthenticationResponse } = await webAuthn()
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge => {
        const end = challengeEnd(config.secret, purpose, challenge, now())
        signed = end === null ? null : { challenge, end }
        return end !== null
      },
      expectedOrigin: expectedOrigin(site, response.response.clientDataJSON),
      expectedRPID: site.id,
      requireUserVerification: true,
      credential: {
        id: row.credential_id,
        publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
        counter: row.counter,
        transports: parseTransports(row),
      },
    })
    const known = signed as { challenge: string; end: number } | null
    return verified && known ? { ...known, ...authenticationInfo } : null
  } catch {
    // A wrong signature, another origin, or a counter that decreased: no owner.
    return null
  }
}
