import { webhookEmails } from '@nestmark/texts/webhooks'
import type { Config } from '../../config.ts'
import type { Email } from '../../email/mailer.ts'
import type { Hook } from './store.ts'

/** Tells the owner of a webhook that the server has switched it off. */
export function webhookDisabledEmail(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  to: string,
  { address }: Pick<Hook, 'address'>,
  reason: NonNullable<Hook['off_reason']>,
): Email {
  const { subject, paragraphs, action, closing } = webhookEmails.off
  // What stands behind the path may be a key of the receiver's.
  const shown = address.split(/[?#]/)[0]!
  return {
    to,
    subject,
    paragraphs: paragraphs(shown, reason),
    action: { words: action, url: `${publicUrl}/settings?tab=keys` },
    closing,
  }
}
