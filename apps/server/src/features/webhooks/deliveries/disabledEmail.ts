import { webhookEmails } from '@nestmark/texts/webhooks'
import type { Config } from '../../../configuration/config.ts'
import type { Email } from '../../../email/mailer.ts'
import type { Hook } from '../store.ts'

/** Returns the email to the owner of a webhook that the server has disabled. */
export function webhookDisabledEmail(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  to: string,
  { address }: Pick<Hook, 'address'>,
  reason: NonNullable<Hook['off_reason']>,
): Email {
  const { subject, paragraphs, action, closing } = webhookEmails.off
  // The query or fragment may contain a secret of the receiver.
  const shown = address.replace(/[?#].*/s, '')
  return {
    to,
    subject,
    paragraphs: paragraphs(shown, reason),
    action: { words: action, url: `${publicUrl}/settings?tab=keys` },
    closing,
  }
}
