import { truncateText } from '@nestmark/core/words/truncateText'
import { refuse } from '../../../access/refuse.ts'
import type { Tx } from '../../../db/db.ts'
import { hashToken } from '../../../access/tokens.ts'
import type { CommonServices } from '../../../calls/services.ts'
import { invitationEmail } from '../../accounts/email/emails.ts'
import { queueEmailIn } from '../../accounts/email/sendEmail.job.ts'
import { findUser } from '../../session/userStore.ts'
import { countInvitationEmails, dayMs, insertInvitationEmail } from './invitationStore.ts'

/** Emails per day: of one person, of one person to one address, and of all persons to one address. */
const mostByOwner = 50
const mostByOwnerToEmail = 2
const mostToEmail = 5

interface Invited {
  ownerId: string
  email: string
  mayWrite: boolean
  /** The name of the collection. */
  collection: string
}

/**
 * Queues the email of an invitation in the transaction of its action. An address that has received several emails
 * of other people today gets none, and the response is the same: it must not reveal how often others invite the
 * address. Lock the person's tree first, because their emails are counted.
 * @throws Refused 'request.tooMany' when the person has caused too many emails today
 */
export async function postInvitation(
  tx: Tx,
  services: Pick<CommonServices, 'config' | 'now'>,
  { ownerId, email, mayWrite, collection }: Invited,
): Promise<void> {
  const now = services.now()
  const emailHash = hashToken(email)
  const sent = await countInvitationEmails(tx, { ownerId, emailHash, since: now - dayMs })
  if (sent.byOwner >= mostByOwner || sent.byOwnerToEmail >= mostByOwnerToEmail)
    refuse('request.tooMany', { retryAfter: dayMs / 1000 })
  if (sent.toEmail >= mostToEmail) return
  await insertInvitationEmail(tx, { ownerId, emailHash, now })
  const inviter = await findUser(tx, ownerId)
  const shown = {
    inviter: { name: toPlainName(inviter?.name ?? ''), email: inviter?.email ?? '' },
    collection: toPlainName(collection),
    mayWrite,
  }
  await queueEmailIn(tx, services, invitationEmail(services.config, email, shown))
}

/**
 * Returns a name for an email to a person without an account; '' for a name that contains an address, which email
 * clients would make a link.
 */
function toPlainName(name: string): string {
  return /[@/\\]|www|\w\.\p{L}{2}/iu.test(name) ? '' : truncateText(name.replace(/\s+/g, ' ').trim(), 50)
}
