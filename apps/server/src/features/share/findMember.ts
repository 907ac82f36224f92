import type { findMember as find } from '@nestmark/contract/share'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { requirePlanFeature } from '../../access/planQuotas.ts'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../calls/call.ts'
import { StatusReply } from '../../calls/replies.ts'
import { findUser, findUserByEmail } from '../session/userStore.ts'

/**
 * Finds a person to share with. The plan is checked before the lookup, so that only callers who may share with people
 * learn who has an account.
 */
export async function findMember(
  { actor, services: { db } }: Call,
  input: Parsed<typeof find>,
): Promise<StatusReply<Output<typeof find>>> {
  requirePlanFeature(actor.plan, 'teamSharing')
  const email = input.email.toLowerCase()
  const me = await findUser(db.read, actor.personId)
  if (me?.email === email) refuse('share.ownEmail')
  const user = await findUserByEmail(db.read, email)
  if (!user) return refuse('share.emailNotFound')
  return new StatusReply({ _id: user.id, email: user.email }, 200, user.id)
}
