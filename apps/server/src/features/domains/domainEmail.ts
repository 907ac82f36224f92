import { domainEmails } from '@nestmark/texts/emails/domainEmails'
import type { Config } from '../../configuration/config.ts'
import type { Email } from '../../email/mailer.ts'
import { graceMs } from './proof.ts'
import type { HostOfCollection } from './store.ts'

/**
 * Returns the email to the owner of a host whose proof is missing since a time: the first one, or the last one at its end.
 * @param sender its name; null for that of the product
 */
export function domainEmail(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  to: string,
  { host, collection_id: id }: HostOfCollection,
  { since, isLost, sender }: { since: number; isLost: boolean; sender: string | null },
): Email {
  const until = new Date(since + graceMs).toLocaleDateString('en', {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  const { subject, line } = domainEmails[isLost ? 'lost' : 'failing']
  return {
    to,
    ...(sender !== null && { sender }),
    subject: subject(host),
    paragraphs: [domainEmails.hello, line(host, until)],
    action: { words: domainEmails.action, url: `${publicUrl}/c/${id}` },
    closing: domainEmails.closing,
  }
}
