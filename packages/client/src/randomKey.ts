/** Returns bytes in base64url, without padding. */
export function toBase64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** Returns random bytes in base64url: 43 characters for 32 bytes, 22 for 16. */
export const randomText = (bytes = 32): string => toBase64url(crypto.getRandomValues(new Uint8Array(bytes)))

/** Returns 128 random bits as hexadecimal text. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
