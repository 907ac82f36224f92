/**
 * Returns the value of `Content-Digest` for bytes (RFC 9530). Browsers offer their own SHA-256 on secure pages only; an
 * installation without TLS gets a slower one.
 */
export async function toContentDigest(bytes: ArrayBuffer): Promise<string> {
  const digest =
    globalThis.crypto?.subtle === undefined
      ? (await import('@noble/hashes/sha2.js')).sha256(new Uint8Array(bytes))
      : new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `sha-256=:${btoa(String.fromCharCode(...digest))}:`
}
