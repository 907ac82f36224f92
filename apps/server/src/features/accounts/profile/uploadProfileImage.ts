import * as contract from '@nestmark/contract/accounts'
import { limits } from '@nestmark/core/limits'
import { refuse } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import { toAddressKey } from '../../../calls/addressKey.ts'
import { setImage } from './profile.ts'
import { findProfile } from './account.ts'

export const uploadProfileImage = action(
  contract.uploadProfileImage,
  async ({ services, actor, ip, upload }) => {
    const { chunks } = await upload(limits.profileImageBytes)
    const parts: Buffer[] = []
    for await (const chunk of chunks) parts.push(chunk)
    if (!(await setImage(services, actor.personId, toAddressKey(ip), Buffer.concat(parts))))
      return refuse('profile.imageUnreadable')
    return findProfile(services.db, actor.personId)
  },
)
