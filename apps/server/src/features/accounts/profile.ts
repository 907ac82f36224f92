import { limits } from '@nestmark/core/limits'
import { userNameProblem } from '@nestmark/core/userName'
import { isDuplicate } from '../../db/dialect.ts'
import { refuse } from '../../access/refuse.ts'
import { busyRetrySeconds, FetchRefused } from '../../fetching/fetchRefused.ts'
import { makeFace } from '../../fetching/picture.ts'
import type { Services } from '../../services.ts'
import { findByUsername, replaceImage, updateUser } from './store.ts'

type Place = Pick<Services, 'db' | 'now'>

/** Whether a person may take a username. Their own counts as free: typing it again changes nothing. */
export async function usernameState(
  { db }: Pick<Services, 'db'>,
  userId: string,
  typed: string,
): Promise<'free' | 'taken' | 'short' | 'invalid'> {
  const username = typed.trim()
  const problem = userNameProblem(username)
  if (problem) return problem === 'short' ? 'short' : 'invalid'
  const owner = await findByUsername(db.read, username)
  return owner === undefined || owner === userId ? 'free' : 'taken'
}

export type ProfileFault = 'nameRequired' | 'nameTooLong' | 'usernameInvalid' | 'usernameTaken'

/**
 * Changes what a person is called. What is undefined stays; '' takes the username away.
 * @returns what was wrong, null when it is done
 */
export async function renamePerson(
  { db, now }: Place,
  userId: string,
  wish: { name?: string; username?: string },
): Promise<ProfileFault | null> {
  const name = wish.name?.trim()
  const username = wish.username?.trim()
  if (name === '') return 'nameRequired'
  if (name !== undefined && name.length > limits.personName) return 'nameTooLong'
  if (username && userNameProblem(username)) return 'usernameInvalid'
  const change = {
    ...(name === undefined ? {} : { name: name.replaceAll('\0', '') }),
    ...(username === undefined ? {} : { username: username === '' ? null : username }),
  }
  try {
    await db.write(tx => updateUser(tx, userId, change, now()))
    return null
  } catch (error) {
    // The index decides: of two who ask for one name at once, one gets it.
    if (isDuplicate(error)) return 'usernameTaken'
    throw error
  }
}

/**
 * Makes a picture the image of a person: small, square, without what the camera wrote into it.
 * @param address that it comes from, as `addressKey` gives it
 * @returns false when it is no picture that can be read
 * @throws Refused request.tooMany when too many of theirs are read already
 */
export async function setImage(
  { db, now }: Place,
  userId: string,
  address: string,
  file: Buffer,
): Promise<boolean> {
  try {
    const { data } = await makeFace(file, { kind: 'person', key: userId, address })
    await db.write(tx => replaceImage(tx, userId, data, now()))
    return true
  } catch (error) {
    if (error instanceof FetchRefused && error.reason === 'not-a-picture') return false
    if (error instanceof FetchRefused && error.reason === 'busy')
      refuse('request.tooMany', { retryAfter: busyRetrySeconds })
    throw error
  }
}

export async function removeImage({ db, now }: Place, userId: string): Promise<void> {
  await db.write(tx => replaceImage(tx, userId, null, now()))
}
