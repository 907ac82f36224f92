/** Length of an API key: letters and digits generated in the browser (2-secondary 9), about 142 bits of entropy. */
const apiKeyLength = 24
/** The minimum number of different characters. A true random source practically never produces fewer. */
const minDistinctCharacters = 12

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/**
 * The largest multiple of 62 in a byte. Higher bytes are discarded; otherwise some characters would be more
 * frequent.
 */
const firstBiasedByte = 248

/**
 * Generates an API key.
 * @param random returns the given number of random bytes, as `crypto.getRandomValues` does
 */
export function generateApiKey(random: (bytes: number) => Uint8Array): string {
  for (;;) {
    let key = ''
    while (key.length < apiKeyLength)
      for (const byte of random(apiKeyLength)) {
        if (byte < firstBiasedByte && key.length < apiKeyLength) key += alphabet[byte % alphabet.length]
      }
    // Prevents an endless loop with a broken random source; the server rejects such a key.
    if (isStrongApiKey(key) || new Set(key).size < 4) return key
  }
}

/** Returns whether a text has the form of an API key. No session token has it. */
export function isApiKey(text: string): boolean {
  return /^[A-Za-z0-9]{24}$/.test(text)
}

/** Returns whether a key is acceptable: of the right form, and apparently random. */
export function isStrongApiKey(text: string): boolean {
  return isApiKey(text) && new Set(text).size >= minDistinctCharacters
}
