import { formatStorageSize } from '@nestmark/core/plans/storageSize'
import { quotaEmails } from '@nestmark/texts/emails/quotaEmails'
import type { Config } from '../../../configuration/config.ts'
import type { QuotaMailRow } from '../../../db/tables/paymentTables.ts'
import type { Email } from '../../../email/mailer.ts'
import { toNextMonth } from '../../../db/writes/bandwidthMeter.ts'

interface Used {
  about: QuotaMailRow['kind']
  /** 100 per cent are used, otherwise 80. */
  isFull: boolean
  /** Bytes. */
  used: number
  limit: number
  now: number
  /** The name of the next larger plan; null where there is none. */
  larger: string | null
}

/** Returns the email to a person whose storage or bandwidth is nearly or completely used. */
export function quotaEmail(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  to: string,
  { about, isFull, used, limit, now, larger }: Used,
): Email {
  const { subject, line } = quotaEmails[about][isFull ? 'full' : 'almost']
  const until = new Date(toNextMonth(now)).toLocaleDateString('en', {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  return {
    to,
    subject,
    paragraphs: [
      quotaEmails.hello,
      quotaEmails[about].used(formatStorageSize(used), formatStorageSize(limit)),
      line(until, larger),
    ],
    action: { words: quotaEmails.action, url: `${publicUrl}/settings?tab=storage` },
    closing: quotaEmails[about].closing,
  }
}
