import { isSigned, sign } from '../../../calls/signature.ts'

/** The right to upload one profile image. */
export interface ImageUpload {
  userId: string
  /** The id that the image gets. */
  imageId: string
  /** Milliseconds since 1970. */
  expires: number
}

const purpose = 'profile image'

/** Returns a signed token for the upload of a profile image. */
export function createImageUploadToken(secret: string, { userId, imageId, expires }: ImageUpload): string {
  const text = `${userId}.${imageId}.${expires}`
  return `${text}.${sign(secret, purpose, text)}`
}

/** Returns what a token permits; null for one that this server has not signed, or that has expired. */
export function readImageUploadToken(secret: string, token: string, now: number): ImageUpload | null {
  const at = token.lastIndexOf('.')
  const text = token.slice(0, at)
  if (at < 0 || !isSigned(secret, purpose, text, token.slice(at + 1))) return null
  const [userId = '', imageId = '', expires = ''] = text.split('.')
  return Number(expires) > now ? { userId, imageId, expires: Number(expires) } : null
}
