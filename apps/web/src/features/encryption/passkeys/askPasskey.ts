import { type Bytes, fromBase64url } from '@nestmark/encryption/bytes'
import { prfInput } from '@nestmark/encryption/keys/passkeyKeys'
import { PasskeyCancelledError } from '../../../lib/browser/passkeys.ts'
import { PrfMissingError } from './passkeyErrors.ts'

/** A passkey that may answer, and how the browser reaches its authenticator. */
export interface AllowedPasskey {
  credential_id: string
  transports: readonly string[]
}

/** What a passkey has answered. */
export interface PasskeyAnswer {
  credentialId: string
  /** The secret of the PRF extension. It opens the keys, so it is overwritten after its use. */
  output: Bytes
}

/**
 * Asks the authenticator for the secret of one of the passkeys. The signature is not used: the server receives nothing
 * of the answer, because its JSON would contain the secret.
 * @param siteId the host name for which the passkeys were created
 * @throws PasskeyCancelledError, PrfMissingError
 */
export async function askPasskey(
  siteId: string,
  allowed: readonly AllowedPasskey[],
  signal: AbortSignal,
): Promise<PasskeyAnswer> {
  let answer: Credential | null
  try {
    answer = await navigator.credentials.get({
      publicKey: {
        challenge: crypto.getRandomValues(new Uint8Array(32)),
        rpId: siteId,
        allowCredentials: allowed.map(({ credential_id: id, transports }) => ({
          type: 'public-key',
          id: fromBase64url(id),
          transports: [...transports] as AuthenticatorTransport[],
        })),
        // The authenticator has another secret for those whom it has not verified.
        userVerification: 'required',
        extensions: { prf: { eval: { first: prfInput } } },
      },
      signal,
    })
  } catch (error) {
    if (signal.aborted || (error instanceof DOMException && error.name === 'NotAllowedError'))
      throw new PasskeyCancelledError()
    throw error
  }
  const credential = answer as PublicKeyCredential
  const first = credential.getClientExtensionResults().prf?.results?.first
  if (first === undefined) throw new PrfMissingError()
  return { credentialId: credential.id, output: copyBytes(first) }
}

const copyBytes = (source: BufferSource): Bytes =>
  ArrayBuffer.isView(source)
    ? Uint8Array.from(new Uint8Array(source.buffer, source.byteOffset, source.byteLength))
    : new Uint8Array(source)
