import * as contract from '@nestmark/contract/accounts'
import { fileTexts } from '@nestmark/texts/links/files'
import { refuse } from '../../../access/refuse.ts'
import { newId } from '../../../db/newId.ts'
import { action } from '../../../calls/action.ts'
import { toProfileImageAddress } from '../../../calls/pictureAddresses.ts'
import { createImageUploadToken } from './imageUploadToken.ts'

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
