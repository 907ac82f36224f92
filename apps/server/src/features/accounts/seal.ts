import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** The purpose of sealed data: each has its own key, derived from SECRET. */
export type SealedFor = 'letters' | 'two factor' | 'webhooks'

/** Returns the key of a purpose. */
export function deriveKey(secret: string, purpose: SealedFor | 'passkeys' | 'sign-in links'): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `nestmark ${purpose}`, 32))
}

/** Encrypts text that must stay secret from readers of the database or its backups. */
export function seal(secret: string, purpose: SealedFor, text: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, purpose), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

/** @throws Error when it was sealed with another secret or for another purpose, or modified */
export function unseal(secret: string, purpose: SealedFor, text: string): string {
  const bytes = Buffer.from(text, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret, purpose), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}
