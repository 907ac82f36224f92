import type { AuthInput } from '@nestmark/contract/auth/authOperation'
import {
  addPasskey,
  getPasskeySignInOptions,
  getPasskeyRegistrationOptions,
  signInWithPasskey as signInOperation,
} from '@nestmark/contract/auth/authPasskeys'
import {
  canAskPasskey,
  PasskeyCancelledError,
  signWithPasskey,
  supportsPasskeys,
} from '../lib/browser/passkeys.ts'
import { callAuth } from './calls.ts'

/** The device already has a passkey of this account. */
export class PasskeyExistsError extends Error {
  override name = 'PasskeyExistsError'
}

/**
 * Creates a passkey on the device and stores it. It has the PRF extension where the device offers it, because a passkey
 * that was created without it may never open encryption keys.
 * @param name its name in the list
 * @param password required where the sign-in is too old
 * @throws PasskeyCancelledError, PasskeyExistsError, AccountsError
 */
export async function createPasskey(name: string, password: string): Promise<void> {
  const options = PublicKeyCredential.parseCreationOptionsFromJSON(
    await callAuth(getPasskeyRegistrationOptions, { password }),
  )
  let created: Credential | null
  try {
    created = await navigator.credentials.create({
      publicKey: { ...options, extensions: { ...options.extensions, prf: {} } },
    })
  } catch (error) {
    throw error instanceof DOMException && error.name === 'InvalidStateError'
      ? new PasskeyExistsError()
      : new PasskeyCancelledError()
  }
  // The server ignores the other fields.
  const response = (created as PublicKeyCredential).toJSON() as AuthInput<typeof addPasskey>['response']
  await callAuth(addPasskey, { name, response })
}

/** Returns whether the browser can offer passkeys in autofill. */
export async function supportsPasskeyAutofill(): Promise<boolean> {
  return supportsPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true
}

/**
 * Requests the options of a passkey login. Their challenge is valid for five minutes.
 * @returns null where this site has no passkeys, or has them for another host name
 */
export async function requestPasskeyOptions(): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
  if (!supportsPasskeys()) return null
  const options = await callAuth(getPasskeySignInOptions, {})
  return canAskPasskey(options) ? options : null
}

/**
 * Signs in with the passkey that the user selects.
 * @param isAutofill true to wait in the autofill list of the email field instead of prompting immediately
 * @param signal ends the wait
 * @throws PasskeyCancelledError, AccountsError
 */
export async function signInWithPasskey(
  options: PublicKeyCredentialRequestOptionsJSON,
  isAutofill: boolean,
  signal: AbortSignal,
): Promise<void> {
  const response = await signWithPasskey(options, {
    mediation: isAutofill ? 'conditional' : 'optional',
    signal,
  })
  await callAuth(signInOperation, { response })
}
