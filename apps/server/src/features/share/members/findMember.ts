import * as contract from '@nestmark/contract/sharing/share'
import { requirePlanFeature } from '../../../access/planQuotas.ts'
import { refuse } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import { StatusReply } from '../../../calls/replies.ts'
import { findUser, findUserByEmail } from '../../session/userStore.ts'

/**
 * Finds a person to share with. The plan is checked before the lookup, so that only callers who may share with people
 * learn who has an account.
 */
export const findMember = action(contract.findMember, async ({ actor, services: { db } }, input) => {
  requirePlanFeature(actor.plan, 'teamSharing')
  const email = input.email.toLowerCase()
  const me = await findUser(db.read, actor.personId)
  if (me?.email === email) refuse('share.ownEmail')
  const user = await findUserByEmail(db.read, email)
  if (!user) return refuse('share.emailNotFound')
  return new StatusReply({ _id: user.id, email: user.email }, 200, user.id)
})
