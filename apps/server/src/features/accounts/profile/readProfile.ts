import * as contract from '@nestmark/contract/accounts'
import type { Output } from '@nestmark/contract/operation'
import { refuse } from '../../../access/refuse.ts'
import type { Db } from '../../../db/db.ts'
import { action } from '../../../calls/action.ts'
import { toProfileImageAddress } from '../../../calls/pictureAddresses.ts'
import { findUser } from '../../session/userStore.ts'

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
