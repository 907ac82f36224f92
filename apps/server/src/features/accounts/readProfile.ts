import type * as contract from '@nestmark/contract/accounts'
import type { Output } from '@nestmark/contract/operation'
import type { Actor } from '../../access/actor.ts'
import { refuse } from '../../access/refuse.ts'
import type { Db } from '../../db/db.ts'
import type { Handler } from '../../calls/route.ts'
import { toProfileImageAddress } from '../../calls/pictureAddresses.ts'
import { findUser } from '../session/userStore.ts'

/** Returns the profile that a user edits. */
export async function findProfile(db: Db, userId: string): Promise<Output<typeof contract.readProfile>> {
  const user = await findUser(db.read, userId)
  if (!user) return refuse('session.expired')
  const { name, username, email, image } = user
  return { name, username: username ?? '', email, thumbnail: toProfileImageAddress(image) }
}

export const readProfile: Handler<typeof contract.readProfile, Actor> = ({ services, actor }) =>
  findProfile(services.db, actor.personId)
