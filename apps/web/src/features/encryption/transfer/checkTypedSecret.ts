import type { SavedKey } from '../../../lib/encryption/keyRing.ts'
import { explainKeyError } from '../keys/keyErrors.ts'
import { checkSecretOf } from '../keys/newKey.ts'
import { checkSecret } from '../keys/NewKeyFields.tsx'

/** Returns the secret of a key as it was written, or why the typed one is another. */
export async function checkTypedSecret(
  record: SavedKey,
  secret: string,
): Promise<{ secret: string } | { problem: string }> {
  const problem = checkSecret(secret)
  if (problem) return { problem }
  try {
    return { secret: await checkSecretOf({ record, secret }) }
  } catch (error) {
    return { problem: explainKeyError(error) }
  }
}
