import type * as contract from '@nestmark/contract/accounts'
import type { Output } from '@nestmark/contract/operation'
import { limits } from '@nestmark/core/limits'
import { accountsTexts } from '@nestmark/texts/accounts'
import type { Actor } from '../../access/actor.ts'
import { refuse } from '../../access/refuse.ts'
import type { Db } from '../../db/db.ts'
import { type Handler, WithStatus } from '../../http/implement.ts'
import { profileImageAddress } from '../../http/profileImages.ts'
import { addressKey } from '../../http/addressKey.ts'
import { findUser } from '../session/userStore.ts'
import { changeOwnPassword } from './changeOwnPassword.ts'
import { closeOwnAccount } from './closeAccount.ts'
import { asPasswordCaller, passwordPriority } from './passwordCaller.ts'
import { removeImage, renamePerson, setImage, usernameState } from './profile.ts'

type Does<Op> = Handler<Op, Actor>

async function findProfile(db: Db, userId: string): Promise<Output<typeof contract.readProfile>> {
  const user = await findUser(db.read, userId)
  if (!user) return refuse('session.expired')
  const { name, username, email, image } = user
  return { name, username: username ?? '', email, thumbnail: profileImageAddress(image) }
}

export const readProfile: Does<typeof contract.readProfile> = ({ services, actor }) =>
  findProfile(services.db, actor.personId)

/** Returns the sentence as the message, which the page shows unchanged; below four characters there is none. */
export const checkUsername: Does<typeof contract.checkUsername> = async ({ services, actor }, input) => {
  const state = await usernameState(services, actor.personId, input.username)
  return new WithStatus({ available: state === 'free' }, 200, accountsTexts.username[state])
}

export const updateUserDetails: Does<typeof contract.updateUserDetails> = async (
  { services, actor },
  { first_name, last_name, thumbnail, username },
) => {
  const { image } = (await findUser(services.db.read, actor.personId)) ?? refuse('session.expired')
  if (thumbnail && thumbnail !== profileImageAddress(image)) return refuse('profile.imageForeign')
  const name = [first_name, last_name ?? ''].map(part => part.trim()).join(' ')
  const problem = await renamePerson(services, actor.personId, {
    name,
    ...(username === undefined ? {} : { username }),
  })
  if (problem) return refuse(`profile.${problem}`)
  if (thumbnail === '' && image) await removeImage(services, actor.personId)
  return findProfile(services.db, actor.personId)
}

export const uploadProfileImage: Does<typeof contract.uploadProfileImage> = async ({
  services,
  actor,
  ip,
  upload,
}) => {
  const { chunks } = await upload(limits.profileImageBytes)
  const parts: Buffer[] = []
  for await (const chunk of chunks) parts.push(chunk)
  if (!(await setImage(services, actor.personId, addressKey(ip), Buffer.concat(parts))))
    return refuse('profile.imageUnreadable')
  return findProfile(services.db, actor.personId)
}

const toWho = ({ personId, sessionId }: Actor) => ({ userId: personId, sessionId })

/** Runs password hashing within the quota of the caller's address. */
const hashing = <T>(ip: string, work: () => Promise<T>): Promise<T> =>
  asPasswordCaller({ address: addressKey(ip), priority: passwordPriority.signIn }, work)

export const changePassword: Does<typeof contract.changePassword> = ({ services, actor, ip }, input) =>
  hashing(ip, async () => {
    const changed = await changeOwnPassword(services, toWho(actor), {
      currentPassword: input.current_password,
      newPassword: input.new_password,
      deleteApiKeys: input.delete_api_keys,
      endThisSession: false,
    })
    if (changed === 'tooShort' || changed === 'tooLong') return refuse('profile.passwordLength')
    if (changed === 'none' || changed === 'wrong') return refuse('profile.passwordWrong')
    return {}
  })

export const deleteAccount: Does<typeof contract.deleteAccount> = ({ services, actor, ip }, input) =>
  hashing(ip, async () => {
    const proof = await closeOwnAccount(services, toWho(actor), input.password)
    if (proof === 'wrong') return refuse('profile.passwordWrong')
    if (proof === 'needed') return refuse('profile.proofNeeded')
    return {}
  })
