import { toPlan } from '@nestmark/core/plans/plans'
import type { PlanTerms } from '@nestmark/core/plans/planTerms'
import { paymentEmails } from '@nestmark/texts/payments'
import type { Config } from '../../../configuration/config.ts'
import type { Email } from '../../../email/mailer.ts'

/** Returns the email to a person whose payment has failed. */
export function paymentFailedEmail(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  to: string,
  { plan, until }: PlanTerms,
): Email {
  const { subject, paragraphs, action, closing } = paymentEmails.failed
  return {
    to,
    subject,
    paragraphs: paragraphs(toPlan(plan).name, until ?? 0),
    action: { words: action, url: `${publicUrl}/settings?tab=plan` },
    closing,
  }
}
