/** Returns the key by which two tags are equal: ignores case, but not accents, because they distinguish words. */
export function tagKey(name: string): string {
  return name.normalize('NFC').toLowerCase()
}
