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
import { findSession, findSignIn } from '../session/sessionStore.ts'
import { findUser } from '../session/userStore.ts'
import { closeAccount } from './closeAccount.ts'
import { writeNewPassword } from './newPassword.ts'
import { asPasswordCaller, passwordPriority } from './passwordCaller.ts'
import { removeImage, renamePerson, setImage, usernameState } from './profile.ts'
import { checkProof } from './proof.ts'
import { readPasswordHash } from './store.ts'

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

/** Runs password hashing within the quota of the caller's address. */
const hashing = <T>(ip: string, work: () => Promise<T>): Promise<T> =>
  asPasswordCaller({ address: addressKey(ip), priority: passwordPriority.signIn }, work)

export const changePassword: Does<typeof contract.changePassword> = (
  { services, actor: { personId, sessionId }, ip },
  input,
) =>
  hashing(ip, async () => {
    const { db, jobs, events, passwords } = services
    const { current_password, new_password, delete_api_keys } = input
    if (new_password.length < 8 || new_password.length > 128) return refuse('profile.passwordLength')
    const was = await readPasswordHash(db.read, personId)
    if (was === undefined || !(await passwords.verify(was, current_password)))
      return refuse('profile.passwordWrong')
    const hash = await passwords.hash(new_password)
    const done = await db.write(async tx => {
      const own = await findSession(tx, sessionId)
      if (!own) return false
      const wish = { userId: personId, hash, was, keepSignIn: findSignIn(own) }
      return writeNewPassword(tx, services, { ...wish, deleteApiKeys: delete_api_keys === true })
    })
    if (!done) return refuse('profile.passwordWrong')
    jobs.wake()
    events.sessionsEnded()
    return {}
  })

export const deleteAccount: Does<typeof contract.deleteAccount> = ({ services, actor, ip }, input) =>
  hashing(ip, async () => {
    const who = { userId: actor.personId, sessionId: actor.sessionId }
    const proof = await checkProof(services, who, input.password)
    if (proof === 'wrong') return refuse('profile.passwordWrong')
    if (proof === 'needed') return refuse('profile.proofNeeded')
    await closeAccount(services, actor.personId)
    return {}
  })
