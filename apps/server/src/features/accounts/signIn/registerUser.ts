import { newId } from '../../../db/newId.ts'
import { isDuplicate } from '../../../db/dialect.ts'
import type { Services } from '../../../services.ts'
import type { CommonServices } from '../../../calls/services.ts'
import { insertUser } from '../../session/userStore.ts'
import { writeNewPassword } from '../passwords/newPassword.ts'

type Dependencies = Pick<Services, 'db' | 'now' | 'passwords'>

/**
 * Creates an account for the operator, without the sign-in site. Its address counts as confirmed.
 * @param person `email` in lower case
 * @returns the id, or null when the address has an account
 */
export async function registerUser(
  { db, now, passwords }: Dependencies,
  person: { email: string; name: string; password: string },
): Promise<string | null> {
  const id = newId()
  const password = await passwords.hash(person.password)
  try {
    await db.write(tx => insertUser(tx, { id, email: person.email, name: person.name, password, now: now() }))
    return id
  } catch (error) {
    if (isDuplicate(error)) return null
    throw error
  }
}

/**
 * Sets an account's password for the operator, and ends everything else that opens it. A running server sends the
 * email about it.
 */
export async function setPassword(
  services: Dependencies & Pick<CommonServices, 'config'>,
  userId: string,
  password: string,
  { deleteApiKeys }: { deleteApiKeys: boolean },
): Promise<void> {
  const hash = await services.passwords.hash(password)
  await services.db.write(tx => writeNewPassword(tx, services, { userId, hash, deleteApiKeys }))
}
