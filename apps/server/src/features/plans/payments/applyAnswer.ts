import { applyPurchases, isLive, isOverdue } from '@nestmark/core/plans/billingTerms'
import { freeTerms, type PlanTerms } from '@nestmark/core/plans/planTerms'
import type { Tx } from '../../../db/db.ts'
import { lockTree } from '../../../db/dialect.ts'
import type { ProviderPurchases } from '../../../payments/readPurchases.ts'
import type { CommonServices } from '../../../calls/services.ts'
import { queueEmailIn } from '../../accounts/email/sendEmail.job.ts'
import { findUser } from '../../session/userStore.ts'
import { lockCustomer, putAnswer } from './customerStore.ts'
import { paymentFailedEmail } from './paymentFailedEmail.ts'
import { readTerms, setTerms } from '../store.ts'

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
