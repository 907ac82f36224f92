import { limits } from '@nestmark/core/limits'
import { findUserNameProblem } from '@nestmark/core/userName'
import { isDuplicate } from '../../../db/dialect.ts'
import { refuse } from '../../../access/refuse.ts'
import { busyRetrySeconds, FetchRefused } from '../../../fetching/requests/fetchRefused.ts'
import { createProfileImage } from '../../../fetching/picture.ts'
import type { CommonServices } from '../../../calls/services.ts'
import { findByUsername, replaceImage, updateUser } from '../store.ts'

type Dependencies = Pick<CommonServices, 'db' | 'now'>

/** Returns whether a person may take a username. Their own counts as available: typing it again changes nothing. */
export async function usernameState(
  { db }: Pick<CommonServices, 'db'>,
  userId: string,
  typed: string,
): Promise<'free' | 'taken' | 'short' | 'invalid'> {
  const username = typed.trim()
  const problem = findUserNameProblem(username)
  if (problem) return problem === 'short' ? 'short' : 'invalid'
  const owner = await findByUsername(db.read, username)
  return owner === undefined || owner === userId ? 'free' : 'taken'
}

export type ProfileProblem = 'nameRequired' | 'nameTooLong' | 'usernameInvalid' | 'usernameTaken'

/**
 * Changes a person's names. An undefined field is unchanged; '' removes the username.
 * @returns the error, or null when done
 */
export async function renamePerson(
  { db, now }: Dependencies,
  userId: string,
  changes: { name?: string; username?: string },
): Promise<ProfileProblem | null> {
  const name = changes.name?.trim()
  const username = changes.username?.trim()
  if (name === '') return 'nameRequired'
  if (name !== undefined && name.length > limits.personName) return 'nameTooLong'
  if (username && findUserNameProblem(username)) return 'usernameInvalid'
  const change = {
    ...(name === undefined ? {} : { name: name.replaceAll('\0', '') }),
    ...(username === undefined ? {} : { username: username === '' ? null : username }),
  }
  try {
    await db.write(tx => updateUser(tx, userId, change, now()))
    return null
  } catch (error) {
    // The unique index decides: of two concurrent requests for one name, one gets it.
    if (isDuplicate(error)) return 'usernameTaken'
    throw error
  }
}

/**
 * Sets a person's image: small, square, without metadata.
 * @param address the caller's network address, as returned by `addressKey`
 * @param id the id that the image gets; a new one when absent
 * @returns false when the file is not a readable picture
 * @throws Refused request.tooMany when too many pictures of this address are in progress
 */
export async function setImage(
  { db, now }: Dependencies,
  userId: string,
  address: string,
  file: Buffer,
  id?: string,
): Promise<boolean> {
  try {
    const { data } = await createProfileImage(file, { kind: 'person', key: userId, address })
    await db.write(tx => replaceImage(tx, userId, data, now(), id))
    return true
  } catch (error) {
    if (error instanceof FetchRefused && error.reason === 'not-a-picture') return false
    if (error instanceof FetchRefused && error.reason === 'busy')
      refuse('request.tooMany', { retryAfter: busyRetrySeconds })
    throw error
  }
}

export async function removeImage({ db, now }: Dependencies, userId: string): Promise<void> {
  await db.write(tx => replaceImage(tx, userId, null, now()))
}
