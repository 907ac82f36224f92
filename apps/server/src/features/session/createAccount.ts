import * as contract from '@nestmark/contract/session'
import { refuse } from '../../access/refuse.ts'
import { action } from '../../calls/action.ts'
import { findSession } from '../../access/session.ts'
import type { CallWith } from '../../services.ts'
import { createPerson } from './createPerson.ts'

/**
 * Creates the product's account of a user who signed in for the first time. Accepts the token in the header or in the
 * body.
 */
export const createAccount = action(
  contract.createAccount,
  async ({ services, token }: CallWith<'usedSessions', null>, input) => {
    const bearer = token ?? input.token
    if (!bearer) return refuse('session.noToken')
    const { actor, userId, sessionId } = await findSession(services, bearer)
    if (actor) return refuse('session.accountExists', { data: { user_id: userId } })
    await createPerson(services, userId, sessionId)
    return { user_id: userId }
  },
)
