import type { PlanTerms } from '@nestmark/core/plans/planTerms'
import { toPlan } from '@nestmark/core/plans/plans'
import type { PaymentProvider } from '../../../payments/provider.ts'
import { type ProviderPurchases, readPurchases, requireId } from '../../../payments/readPurchases.ts'
import type { CommonServices } from '../../../calls/services.ts'
import { applyAnswer } from './applyAnswer.ts'
import { startQuestion } from './customerStore.ts'

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
