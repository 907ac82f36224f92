import type { Tx } from '../../db/db.ts'
import { enqueue } from '../../jobs/store.ts'
import { isInvited } from './userStore.ts'

/** The kind of the job that turns invitations into shares; `features/share` implements it. */
export const invitedSharesKind = 'startInvitedShares'

/**
 * Queues the start of the shares that a user was invited to, in the transaction that confirms the user's address or
 * creates the user's library. Does nothing without a confirmed address or an invitation. Wake the jobs after the commit.
 */
export async function queueInvitedShares(tx: Tx, userId: string, now: number): Promise<void> {
  if (await isInvited(tx, userId))
    await enqueue(tx, { ownerId: null, kind: invitedSharesKind, payload: { userId }, now })
}
