import { type PlanTerms, freeTerms } from '@nestmark/core/plans/planTerms'
import { toPlan } from '@nestmark/core/plans/plans'
import type { PaymentProvider } from '../../../payments/provider.ts'
import { type ProviderPurchases, readPurchases, requireId } from '../../../payments/readPurchases.ts'
import type { CommonServices } from '../../../calls/services.ts'
import { startQuestion, lockCustomer, putAnswer } from './customerStore.ts'
import { applyPurchases, isLive, isOverdue } from '@nestmark/core/plans/billingTerms'
import type { Tx } from '../../../db/db.ts'
import { lockTree } from '../../../db/dialect.ts'
import { toEmail } from '../../accounts/email/emails.ts'
import { queueEmailIn } from '../../accounts/email/sendEmail.job.ts'
import { findUser } from '../../session/userStore.ts'
import { readTerms, setTerms } from '../store.ts'
import { paymentEmails } from '@nestmark/texts/payments'
import type { Config } from '../../../configuration/config.ts'
import type { Email } from '../../../email/mailer.ts'

/** What the provider answered, and the plan that follows. */
export interface Synced {
  customerId: string
  purchases: ProviderPurchases
  terms: PlanTerms | undefined
}

/**
 * Asks the provider what a person has bought, and sets the plan to it. The plan depends on the answer alone, so it is
 * the same after one call and after many, in any order.
 * @returns undefined when the person is no customer
 * @throws the errors of the provider; then nothing has changed
 */
export async function syncPurchases(
  services: Pick<CommonServices, 'db' | 'config' | 'now' | 'jobs'>,
  provider: PaymentProvider,
  personId: string,
): Promise<Synced | undefined> {
  const { db, jobs } = services
  const asked = await db.write(tx => startQuestion(tx, personId))
  if (!asked) return undefined
  const { customer_id: customerId, started: question } = asked
  const purchases = await readPurchases(provider, customerId)
  const terms = await db.write(tx => applyAnswer(tx, services, { personId, question, purchases }))
  jobs.wake()
  if (terms && toPlan(terms.plan).lifetime) await stopRenewals(provider, purchases)
  return { customerId, purchases, terms }
}

/** Ends subscriptions with their paid period, because a lifetime plan includes them. */
async function stopRenewals({ open }: PaymentProvider, { subscriptions }: ProviderPurchases): Promise<void> {
  const renewing = subscriptions.filter(each => each.endsAt === null && each.status !== 'canceled')
  if (renewing.length === 0) return
  const stripe = await open()
  for (const { id } of renewing)
    await stripe.subscriptions.update(requireId(id), { cancel_at_period_end: true })
}

/**
 * Sets the plan of a person to what the purchases give, and reports a failed payment once. An answer to an earlier
 * question than the one applied last changes nothing: its news are older.
 * @param question its number
 * @returns the plan; undefined when the account is deleted
 */
export async function applyAnswer(
  tx: Tx,
  services: Pick<CommonServices, 'config' | 'now'>,
  { personId, question, purchases }: { personId: string; question: number; purchases: ProviderPurchases },
): Promise<PlanTerms | undefined> {
  const now = services.now()
  await lockTree(tx, personId)
  const customer = await lockCustomer(tx, personId)
  const had = await readTerms(tx, personId)
  if (!customer || !had || customer.applied >= question) return had
  const { terms, bought } = applyPurchases({ terms: had, bought: customer.bought === 1 }, purchases, now)
  const next = terms ?? freeTerms
  if (!isEqual(next, had)) await setTerms(tx, personId, next, now)
  const live = purchases.subscriptions.filter(each => isLive(each, now))
  const failed = live.find(each => isOverdue(each) && each.invoiceId !== null)?.invoiceId ?? null
  if (failed !== null && failed !== customer.failed_invoice && next.overdue && next.until !== null) {
    const user = await findUser(tx, personId)
    if (user) await queueEmailIn(tx, services, paymentFailedEmail(services.config, user.email, next))
  }
  await putAnswer(tx, personId, {
    applied: question,
    bought: bought ? 1 : 0,
    renewing: live.some(each => each.endsAt === null) ? 1 : 0,
    failed_invoice: failed ?? customer.failed_invoice,
  })
  return next
}

function isEqual(a: PlanTerms, b: PlanTerms): boolean {
  const columns = ({ plan, until, renews, cancelled, overdue = false }: PlanTerms) =>
    [plan, until, renews, cancelled, overdue].join()
  return columns(a) === columns(b)
}

/** Returns the email to a person whose payment has failed. */
function paymentFailedEmail(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  to: string,
  { plan, until }: PlanTerms,
): Email {
  const paragraphs = paymentEmails.failed.paragraphs(toPlan(plan).name, until ?? 0)
  return toEmail(to, { ...paymentEmails.failed, paragraphs }, `${publicUrl}/settings?tab=plan`)
}
