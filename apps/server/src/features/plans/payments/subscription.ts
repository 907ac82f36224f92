import * as contract from '@nestmark/contract/plans'
import type { PlanState } from '@nestmark/contract/plans'
import { type PlanTerms, cancelPlan, resumePlan } from '@nestmark/core/plans/planTerms'
import { refuse } from '../../../access/refuse.ts'
import type { Tx } from '../../../db/db.ts'
import { lockTree } from '../../../db/dialect.ts'
import type { Call } from '../../../calls/call.ts'
import { presentTerms } from '../../session/planTerms.ts'
import { readTerms, setTerms } from '../store.ts'
import { action } from '../../../calls/action.ts'
import type { CallWith } from '../../../services.ts'
import { cancelAtEnd, changeSubscriptions, resumeRenewal, endNow } from './changeSubscriptions.ts'
import { toPlan } from '@nestmark/core/plans/plans'
import { toLowestTerms } from '../quotas/lowestPlan.ts'
import { requireId } from '../../../payments/readPurchases.ts'
import { atProvider, settingsAddress } from './atProvider.ts'
import { findCustomer } from './customerStore.ts'

/** Changes the caller's plan in one transaction, which a refusal rolls back. */
export async function changeTerms(
  { actor, services: { db, now, jobs } }: Call,
  change: (tx: Tx, had: PlanTerms) => Promise<PlanTerms>,
): Promise<PlanState> {
  const terms = await db.write(async tx => {
    await lockTree(tx, actor.personId)
    const had = (await readTerms(tx, actor.personId)) ?? refuse('session.expired')
    const next = await change(tx, had)
    await setTerms(tx, actor.personId, next, now())
    return next
  })
  jobs.wake()
  return presentTerms(terms)
}

/** Cancels a paid plan: it ends on the last paid day. */
export const cancelPaidSubscription = action(
  contract.cancelPaidSubscription,
  async (call: CallWith<'payments'>) => {
    return (
      (await changeSubscriptions(call, cancelAtEnd)) ??
      changeTerms(
        call,
        async (_, had) => cancelPlan(had, call.services.now()) ?? refuse('plan.noSubscription'),
      )
    )
  },
)

/** Reverts a cancellation while the plan is still active. */
export const resumePaidSubscription = action(
  contract.resumePaidSubscription,
  async (call: CallWith<'payments'>) => {
    return (
      (await changeSubscriptions(call, resumeRenewal)) ??
      changeTerms(call, async (_, had) => resumePlan(had, call.services.now()) ?? refuse('plan.notCancelled'))
    )
  },
)

/** Switches to the lowest plan immediately, and ends the subscription. All data of the person remains. */
export const downgradeSubscription = action(
  contract.downgradeSubscription,
  async (call: CallWith<'payments'>) => {
    if (toPlan(call.actor.plan).lifetime) refuse('plan.lifetime')
    await changeSubscriptions(call, endNow)
    return changeTerms(call, async (_, had) =>
      toPlan(had.plan).lifetime ? refuse('plan.lifetime') : toLowestTerms(call.services.config),
    )
  },
)

/** Opens the provider's page with the caller's card, invoices and subscription. */
export const openPaymentPortal = action(
  contract.openPaymentPortal,
  async ({ actor, services }: CallWith<'payments'>) => {
    return atProvider(services, async provider => {
      const customer = (await findCustomer(services.db.read, actor.personId)) ?? refuse('payments.none')
      const stripe = await provider.open()
      const { url } = await stripe.billingPortal.sessions.create({
        customer: requireId(customer.customer_id),
        return_url: settingsAddress(services, 'visited'),
      })
      return { url }
    })
  },
)
