function toBase64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** Returns random bytes in base64url: 43 characters for 32 bytes, 22 for 16. */
export function randomText(bytes = 32): string {
  return toBase64url(crypto.getRandomValues(new Uint8Array(bytes)))
}

/** Returns the challenge of a verifier: its SHA-256 in base64url (PKCE, S256; RFC 7636, 4.2). */
export async function toChallenge(verifier: string): Promise<string> {
  return toBase64url(
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))),
  )
}
