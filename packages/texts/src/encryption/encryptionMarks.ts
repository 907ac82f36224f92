/** The words at encrypted links and collections in lists, which every page shows. */
export const encryptionMarkTexts = {
  unlock: 'Unlock',
  isPlain: 'Not encrypted',
  openHere: 'Encrypted, open here',
  encrypted: 'Encrypted',
}
