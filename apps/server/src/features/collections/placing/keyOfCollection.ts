import { validationKeyId } from '@nestmark/core/encryptedText'
import { refuse } from '../../../access/refuse.ts'

/** Returns the id of the key of a validation value; null without one. */
export function readKeyId(value: string | null): string | null {
  return value === null ? null : validationKeyId(value, header => Buffer.from(header, 'base64url').toString())
}

/** Returns whether a link has no tags, because its collection keeps them inside the encryption (ENC-12). */
export const hasHiddenTags = (link: { key_id: string | null; collectionHidesTags: number }): boolean =>
  link.key_id !== null && link.collectionHidesTags === 1

/**
 * Asserts that encrypted links can be read in a collection: that they are encrypted with its key (E10). Links in plain
 * text may be anywhere.
 * @throws Refused 'encryption.otherKey'
 */
export function assertSameKey(
  links: readonly { key_id: string | null }[],
  to: { enc_id: string | null },
): void {
  const key = readKeyId(to.enc_id)
  if (links.some(link => link.key_id !== null && link.key_id !== key)) refuse('encryption.otherKey')
}
