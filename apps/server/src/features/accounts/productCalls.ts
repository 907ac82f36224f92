import type * as contract from '@nestmark/contract/accounts'
import type { Output } from '@nestmark/contract/operation'
import { limits } from '@nestmark/core/limits'
import { accountsTexts } from '@nestmark/texts/accounts'
import type { Actor } from '../../access/actor.ts'
import { refuse } from '../../access/refuse.ts'
import type { Db } from '../../db/db.ts'
import { type Handler, WithStatus } from '../../http/implement.ts'
import { profileImageAddress } from '../../http/profileImages.ts'
import { endOtherSignIns, findSession, signInOf } from '../session/sessionStore.ts'
import { findUser, updatePassword } from '../session/userStore.ts'
import { closeAccount } from './closeAccount.ts'
import { hashPassword } from './password.ts'
import { removeImage, renamePerson, setImage, usernameState } from './profile.ts'
import { proofOf } from './proof.ts'

type Does<Op> = Handler<Op, Actor>

async function profileOf(db: Db, userId: string): Promise<Output<typeof contract.readProfile>> {
  const user = await findUser(db.read, userId)
  if (!user) return refuse('session.expired')
  const { name, username, email, image } = user
  return { name, username: username ?? '', email, thumbnail: profileImageAddress(image) }
}

export const readProfile: Does<typeof contract.readProfile> = ({ services, actor }) =>
  profileOf(services.db, actor.personId)

/** The sentence stands in the message, where the page shows it as it is; below four characters there is none. */
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
  const fault = await renamePerson(services, actor.personId, {
    name,
    ...(username === undefined ? {} : { username }),
  })
  if (fault) return refuse(`profile.${fault}`)
  if (thumbnail === '' && image) await removeImage(services, actor.personId)
  return profileOf(services.db, actor.personId)
}

export const uploadProfileImage: Does<typeof contract.uploadProfileImage> = async ({
  services,
  actor,
  upload,
}) => {
  const { chunks } = await upload(limits.profileImageBytes)
  const parts: Buffer[] = []
  for await (const chunk of chunks) parts.push(chunk)
  if (!(await setImage(services, actor.personId, Buffer.concat(parts))))
    return refuse('profile.imageUnreadable')
  return profileOf(services.db, actor.personId)
}

export const changePassword: Does<typeof contract.changePassword> = async ({ services, actor }, input) => {
  const { current_password, new_password } = input
  if (new_password.length < 8 || new_password.length > 128) return refuse('profile.passwordLength')
  const who = { userId: actor.personId, sessionId: actor.sessionId }
  // Never by a fresh sign-in alone: an empty password is a wrong one.
  if ((await proofOf(services, who, current_password || ' ')) !== 'given')
    return refuse('profile.passwordWrong')
  const hash = await hashPassword(new_password)
  await services.db.write(async tx => {
    await updatePassword(tx, actor.personId, hash, services.now())
    const own = await findSession(tx, actor.sessionId)
    if (own) await endOtherSignIns(tx, actor.personId, signInOf(own))
  })
  services.events.sessionsEnded()
  return {}
}

export const deleteAccount: Does<typeof contract.deleteAccount> = async ({ services, actor }, input) => {
  const who = { userId: actor.personId, sessionId: actor.sessionId }
  const proof = await proofOf(services, who, input.password)
  if (proof === 'wrong') return refuse('profile.passwordWrong')
  if (proof === 'needed') return refuse('profile.proofNeeded')
  await closeAccount(services, actor.personId)
  return {}
}
