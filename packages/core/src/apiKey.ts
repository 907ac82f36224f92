/** An API key: 24 letters and digits made in the browser (2-secondary 9), about 142 bits when they are random. */
export const apiKeyLength = 24
/** Fewer different characters than this never come out of a true random source in practice. */
const leastDifferent = 12

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** The greatest multiple of 62 a byte can reach: bytes from here on are thrown away, or some characters came more often. */
const fair = 248

/**
 * Makes an API key.
 * @param random gives so many random bytes, such as `crypto.getRandomValues` does
 */
export function newApiKey(random: (bytes: number) => Uint8Array): string {
  for (;;) {
    let key = ''
    while (key.length < apiKeyLength)
      for (const byte of random(apiKeyLength)) {
        if (byte < fair && key.length < apiKeyLength) key += alphabet[byte % alphabet.length]
      }
    // A source that is broken must not loop for ever: what it gives is refused by the server.
    if (isStrongApiKey(key) || new Set(key).size < 4) return key
  }
}

/** True for a text that has the form of an API key; no session token has it. */
export function isApiKey(text: string): boolean {
  return /^[A-Za-z0-9]{24}$/.test(text)
}

/** True for a key that may be taken: of the right form, and not made up by hand. */
export function isStrongApiKey(text: string): boolean {
  return isApiKey(text) && new Set(text).size >= leastDifferent
}
