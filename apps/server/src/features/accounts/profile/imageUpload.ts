import * as contract from '@nestmark/contract/accounts'
import { fileTexts } from '@nestmark/texts/links/files'
import { refuse } from '../../../access/refuse.ts'
import { newId } from '../../../db/newId.ts'
import { action } from '../../../calls/action.ts'
import { toProfileImageAddress } from '../../../calls/pictureAddresses.ts'
import { limits } from '@nestmark/core/limits'
import { toAddressKey } from '../../../calls/addressKey.ts'
import type { ImageRequest } from '../../../calls/fileRequests.ts'
import type { Services } from '../../../services.ts'
import { findUser } from '../../session/userStore.ts'
import { setImage } from './profile.ts'
import { isSigned, sign } from '../../../calls/signature.ts'

/** How long a signed address is valid, in milliseconds. */
const validMs = 600_000

const imageTypes: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
])

/** Returns the signed address to which a profile image is sent by PUT, and the address that it then has. */
export const signImageUpload = action(
  contract.signImageUpload,
  async ({ services, actor }, { fileName, fileType }) => {
    if (!imageTypes.has(fileType.trim().toLowerCase())) {
      const extension = /\.([A-Za-z0-9]{1,10})$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
      refuse('files.typeUnsupported', { sentence: fileTexts.unsupported(extension) })
    }
    const imageId = newId()
    const token = createImageUploadToken(services.config.secret, {
      userId: actor.personId,
      imageId,
      expires: services.now() + validMs,
    })
    return { url: `/files/profile-images/${token}`, key: toProfileImageAddress(imageId) }
  },
)

/**
 * Receives a profile image by a signed address, which works once.
 * @throws Refused 'files.formInvalid' for an address that was changed, has expired or was used; 'request.tooLarge',
 * 'profile.imageUnreadable'
 */
export async function receiveProfileImage(
  services: Services,
  { token, ip, chunks }: ImageRequest,
): Promise<void> {
  const permitted = readImageUploadToken(services.config.secret, token, services.now())
  const user = permitted && (await findUser(services.db.read, permitted.userId))
  if (!permitted || !user || user.image === permitted.imageId) return refuse('files.formInvalid')
  const parts: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > limits.profileImageBytes) refuse('request.tooLarge')
    parts.push(chunk)
  }
  const { userId, imageId } = permitted
  if (!(await setImage(services, userId, toAddressKey(ip), Buffer.concat(parts), imageId)))
    refuse('profile.imageUnreadable')
  services.events.publish({ ownerId: userId, by: null, topics: ['profile', 'shares'] })
}

/** The right to upload one profile image. */
interface ImageUpload {
  userId: string
  /** The id that the image gets. */
  imageId: string
  /** Milliseconds since 1970. */
  expires: number
}

const purpose = 'profile image'

/** Returns a signed token for the upload of a profile image. */
function createImageUploadToken(secret: string, { userId, imageId, expires }: ImageUpload): string {
  const text = `${userId}.${imageId}.${expires}`
  return `${text}.${sign(secret, purpose, text)}`
}

/** Returns what a token permits; null for one that this server has not signed, or that has expired. */
function readImageUploadToken(secret: string, token: string, now: number): ImageUpload | null {
  const at = token.lastIndexOf('.')
  const text = token.slice(0, at)
  if (at < 0 || !isSigned(secret, purpose, text, token.slice(at + 1))) return null
  const [userId = '', imageId = '', expires = ''] = text.split('.')
  return Number(expires) > now ? { userId, imageId, expires: Number(expires) } : null
}
