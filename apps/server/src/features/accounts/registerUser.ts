import { newId } from '../../db/newId.ts'
import { isDuplicate } from '../../db/dialect.ts'
import type { Services } from '../../services.ts'
import { hashPassword } from './password.ts'
import { insertUser, updatePassword } from '../session/userStore.ts'
import { endAllSessions } from '../session/sessionStore.ts'

type Place = Pick<Services, 'db' | 'now'>

/**
 * Makes an account without the sign-in site, for the person who runs the server. Its address counts as confirmed.
 * @param person `email` in small letters
 * @returns the id, or null when the address has an account
 */
export async function registerUser(
  { db, now }: Place,
  person: { email: string; name: string; password: string },
): Promise<string | null> {
  const id = newId()
  const password = await hashPassword(person.password)
  try {
    await db.write(tx => insertUser(tx, { id, email: person.email, name: person.name, password, now: now() }))
    return id
  } catch (error) {
    if (isDuplicate(error)) return null
    throw error
  }
}

/** Gives an account another password and ends every session of it. */
export async function setPassword({ db, now }: Place, userId: string, password: string): Promise<void> {
  const hash = await hashPassword(password)
  await db.write(async tx => {
    await updatePassword(tx, userId, hash, now())
    await endAllSessions(tx, userId)
  })
}
