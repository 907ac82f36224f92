import { accounts } from './calls.ts'

/** Which host a server makes passkeys for. */
export interface PasskeySite {
  id: string
  origin: string
}

/** Whether this browser knows passkeys, and says what it made in JSON (all since 2025). */
export function knowsPasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function' &&
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'
  )
}

/** The device made or chose nothing: the person said no, or let the question stand too long. */
export class PasskeyStopped extends Error {
  override name = 'PasskeyStopped'
}
/** The device holds a passkey of this account already. */
export class PasskeyHeld extends Error {
  override name = 'PasskeyHeld'
}

/**
 * Lets the device make a passkey and keeps it.
 * @param name how it is called in the list
 * @param password where the sign-in is too old to do without
 * @returns its id
 * @throws PasskeyStopped, PasskeyHeld, AccountsError
 */
export async function makePasskey(name: string, password: string): Promise<string> {
  const options = await accounts.beginPasskey(password)
  let made: Credential | null
  try {
    made = await navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
    })
  } catch (error) {
    throw error instanceof DOMException && error.name === 'InvalidStateError'
      ? new PasskeyHeld()
      : new PasskeyStopped()
  }
  return accounts.addPasskey(name, (made as PublicKeyCredential).toJSON())
}

/** Whether passkeys can be offered among what the browser fills in. */
export async function fillsInPasskeys(): Promise<boolean> {
  return knowsPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true
}

/**
 * What the device is asked to sign. It counts for five minutes.
 * @returns null where this site has no passkeys, or has them under another name than the one it was opened by
 */
export async function passkeyQuestion(): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
  if (!knowsPasskeys()) return null
  const options = await accounts.askPasskey()
  return options?.rpId === location.hostname ? options : null
}

/**
 * Signs in with the passkey that the person chooses.
 * @param quiet true to wait in the list of what the e-mail field is filled in with, instead of asking at once
 * @param signal ends the waiting
 * @throws PasskeyStopped, AccountsError
 */
export async function passkeySignIn(
  options: PublicKeyCredentialRequestOptionsJSON,
  quiet: boolean,
  signal: AbortSignal,
): Promise<void> {
  let chosen: Credential | null
  try {
    chosen = await navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
      mediation: quiet ? 'conditional' : 'optional',
      signal,
    })
  } catch {
    throw new PasskeyStopped()
  }
  await accounts.signInWithPasskey((chosen as PublicKeyCredential).toJSON())
}
