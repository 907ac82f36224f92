import * as contract from '@nestmark/contract/accounts'
import { refuse } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import { toProfileImageAddress } from '../../../calls/pictureAddresses.ts'
import { findUser } from '../../session/userStore.ts'
import { removeImage, renamePerson } from './profile.ts'
import { findProfile } from './readProfile.ts'

export const updateUserDetails = action(
  contract.updateUserDetails,
  async ({ services, actor }, { first_name, last_name, thumbnail, username }) => {
    const { image } = (await findUser(services.db.read, actor.personId)) ?? refuse('session.expired')
    if (thumbnail && thumbnail !== toProfileImageAddress(image)) return refuse('profile.imageForeign')
    const name = [first_name, last_name ?? ''].map(part => part.trim()).join(' ')
    const problem = await renamePerson(services, actor.personId, {
      name,
      ...(username === undefined ? {} : { username }),
    })
    if (problem) return refuse(`profile.${problem}`)
    if (thumbnail === '' && image) await removeImage(services, actor.personId)
    return findProfile(services.db, actor.personId)
  },
)
