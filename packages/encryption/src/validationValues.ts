import { toBase64url, randomBytes } from './bytes.ts'
import { ivLength, wrap } from './gcm.ts'
import { deriveSecretKey, newSecretHeader } from './secret.ts'
import { boundToWrap, composeValidationValue, type RawKey } from './validationValue.ts'

/**
 * Makes the validation values of several collections for one key and one secret. The secret is derived once, with one
 * salt; each wrap has an IV of its own and is bound to its collection.
 * @throws EncryptionError
 */
export async function makeValidationValues(
  key: RawKey,
  { collectionIds, secret }: { collectionIds: readonly string[]; secret: string },
): Promise<string[]> {
  const header = newSecretHeader()
  const secretKey = await deriveSecretKey(secret, header)
  return Promise.all(
    collectionIds.map(async collectionId => {
      const wk = toBase64url(await wrap(secretKey, key.raw, boundToWrap(collectionId)))
      const iv = randomBytes(ivLength)
      return composeValidationValue(key, { collectionId, header: { ...header, wk, kid: key.kid }, iv })
    }),
  )
}
