import * as contract from '@nestmark/contract/accounts'
import type { Output } from '@nestmark/contract/operation'
import { refuse } from '../../../access/refuse.ts'
import type { Db } from '../../../db/db.ts'
import { action } from '../../../calls/action.ts'
import { toProfileImageAddress } from '../../../calls/pictureAddresses.ts'
import { findUser } from '../../session/userStore.ts'
import { removeImage, renamePerson, usernameState, setImage } from './profile.ts'
import { accountsTexts } from '@nestmark/texts/accounts/accounts'
import { StatusReply } from '../../../calls/replies.ts'
import { readAccountContents, closeOwnAccount } from './closeAccount.ts'
import type { CallWith } from '../../../services.ts'
import { limits } from '@nestmark/core/limits'
import { toAddressKey } from '../../../calls/addressKey.ts'
import { changeOwnPassword } from '../passwords/changeOwnPassword.ts'
import type { Actor } from '../../../access/actor.ts'
import { asPasswordCaller, passwordPriority } from '../passwords/passwordCaller.ts'

/** Returns the profile that a user edits. */
async function findProfile(db: Db, userId: string): Promise<Output<typeof contract.readProfile>> {
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

export const deleteAccount = action(
  contract.deleteAccount,
  ({ services, actor, ip }: CallWith<'passwords'>, input) =>
    withHashQuota(ip, async () => {
      const proof = await closeOwnAccount(services, toSignedInUser(actor), input)
      if (proof === 'refused') return refuse('profile.passkeyWrong')
      if (proof === 'wrong') return refuse('profile.passwordWrong')
      if (proof === 'needed') return refuse('profile.proofNeeded')
      return {}
    }),
)

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

export const changePassword = action(
  contract.changePassword,
  ({ services, actor, ip }: CallWith<'passwords'>, input) =>
    withHashQuota(ip, async () => {
      const changed = await changeOwnPassword(services, toSignedInUser(actor), {
        currentPassword: input.current_password,
        newPassword: input.new_password,
        deleteApiKeys: input.delete_api_keys,
        endThisSession: false,
      })
      if (changed === 'tooShort' || changed === 'tooLong') return refuse('profile.passwordLength')
      if (changed === 'tooCommon') return refuse('profile.passwordCommon')
      if (changed === 'none' || changed === 'wrong') return refuse('profile.passwordWrong')
      return {}
    }),
)

/** Returns the caller of a product call in the form of the sign-in functions. */
const toSignedInUser = ({ personId, sessionId }: Actor) => ({ userId: personId, sessionId })

/** Runs password hashing within the quota of the caller's address. */
const withHashQuota = <T>(ip: string, work: () => Promise<T>): Promise<T> =>
  asPasswordCaller({ address: toAddressKey(ip), priority: passwordPriority.signIn }, work)
