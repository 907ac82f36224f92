import { encryptionTexts } from '@nestmark/texts/encryption/encryption'

const texts = encryptionTexts.lost

/**
 * Returns what may still open a collection whose key is not in this browser.
 * @param isOwner false for a member, to whom the owner can give the key
 * @param hasPasskeys the person has passkeys that open keys
 */
export function listLostKeyWays({
  isOwner,
  hasPasskeys,
}: {
  isOwner: boolean
  hasPasskeys: boolean
}): string[] {
  return [
    texts.device,
    isOwner ? texts.member : texts.owner,
    isOwner ? texts.ownFile : texts.file,
    hasPasskeys ? texts.passkey : texts.otherPasskey,
  ]
}
