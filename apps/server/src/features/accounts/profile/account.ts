import * as contract from '@nestmark/contract/accounts'
import type { Output } from '@nestmark/contract/operation'
import { refuse } from '../../../access/refuse.ts'
import type { Db } from '../../../db/db.ts'
import { action } from '../../../calls/action.ts'
import { toProfileImageAddress } from '../../../calls/pictureAddresses.ts'
import { findUser } from '../../session/userStore.ts'
import { removeImage, renamePerson, usernameState } from './profile.ts'
import { accountsTexts } from '@nestmark/texts/accounts/accounts'
import { StatusReply } from '../../../calls/replies.ts'
import { readAccountContents } from './closeAccount.ts'
import { toSignedInUser } from './ownAccount.ts'

/** Returns the profile that a user edits. */
export async function findProfile(db: Db, userId: string): Promise<Output<typeof contract.readProfile>> {
  const user = await findUser(db.read, userId)
  if (!user) return refuse('session.expired')
  const { name, username, email, image } = user
  return { name, username: username ?? '', email, thumbnail: toProfileImageAddress(image) }
}

export const readProfile = action(contract.readProfile, ({ services, actor }) =>
  findProfile(services.db, actor.personId),
)

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

/** Returns the sentence as the message, which the page shows unchanged; below four characters there is none. */
export const checkUsername = action(contract.checkUsername, async ({ services, actor }, input) => {
  const state = await usernameState(services, actor.personId, input.username)
  return new StatusReply({ available: state === 'free' }, 200, accountsTexts.username[state])
})

/** Counts what the deletion of the account would delete. */
export const countAccount = action(contract.countAccount, ({ services, actor }) => {
  return readAccountContents(services, toSignedInUser(actor))
})
