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
