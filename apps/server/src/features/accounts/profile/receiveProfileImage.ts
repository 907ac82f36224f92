import { limits } from '@nestmark/core/limits'
import { refuse } from '../../../access/refuse.ts'
import { toAddressKey } from '../../../calls/addressKey.ts'
import type { ImageRequest } from '../../../calls/fileRequests.ts'
import type { Services } from '../../../services.ts'
import { findUser } from '../../session/userStore.ts'
import { readImageUploadToken } from './imageUploadToken.ts'
import { setImage } from './profile.ts'

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
