import type { PasskeySignature } from '@nestmark/contract/auth/authShapes'

/** Returns whether this browser supports passkeys and their JSON format (all current browsers since 2025). */
export function supportsPasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function' &&
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'
  )
}

/** The device created or selected no passkey: the person declined, or the prompt timed out. */
export class PasskeyCancelledError extends Error {
  override name = 'PasskeyCancelledError'
}

/**
 * Returns whether this page can ask for a passkey with the options of the server: passkeys belong to one host name, which
 * may be that of a separate sign-in site.
 */
export function canAskPasskey(
  options: PublicKeyCredentialRequestOptionsJSON | null | undefined,
): options is PublicKeyCredentialRequestOptionsJSON {
  return supportsPasskeys() && options?.rpId === location.hostname
}

/**
 * Asks a passkey to sign the challenge of the options.
 * @throws PasskeyCancelledError
 */
export async function signWithPasskey(
  options: PublicKeyCredentialRequestOptionsJSON,
  request: Pick<CredentialRequestOptions, 'mediation' | 'signal'> = {},
): Promise<PasskeySignature> {
  try {
    const selected = await navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
      ...request,
    })
    // The server ignores the other fields.
    return (selected as PublicKeyCredential).toJSON() as PasskeySignature
  } catch {
    throw new PasskeyCancelledError()
  }
}
