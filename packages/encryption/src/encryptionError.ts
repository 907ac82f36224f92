/**
 * The only error of this package. It has one text for every cause: a wrong key, a changed envelope and a malformed
 * input look the same, so an attacker gets no information from a failure.
 */
export class EncryptionError extends Error {
  override name = 'EncryptionError'

  constructor() {
    super('This cannot be decrypted.')
  }
}

/** Throws the error of this package. */
export function fail(): never {
  throw new EncryptionError()
}

/** Throws unless the condition holds. */
export function check(condition: boolean): asserts condition {
  if (!condition) fail()
}

/**
 * Runs a function whose errors must not leave this package, such as those of WebCrypto or of `JSON.parse`.
 * @throws EncryptionError for every error
 */
export async function failingClosed<T>(run: () => Promise<T> | T): Promise<T> {
  try {
    return await run()
  } catch {
    return fail()
  }
}
