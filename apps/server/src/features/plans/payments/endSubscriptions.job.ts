import { endSubscriptionsKind } from '../../accounts/profile/closeAccount.ts'
import type { JobKind } from '../../../jobs/jobKind.ts'
import { requireId } from '../../../payments/readPurchases.ts'
import type { Services } from '../../../services.ts'

/** Cancels the subscriptions of a deleted account immediately, so that no further invoice is sent. */
export function endSubscriptions({ payments }: Pick<Services, 'payments'>): JobKind {
  return {
    kind: endSubscriptionsKind,
    // Over about five days: the keys may be missing for a while, or the provider.
    attempts: 9,
    async run(job) {
      const { customerId } = JSON.parse(job.payload) as { customerId: string }
      if (!payments)
        throw new Error('STRIPE_SECRET_KEY is needed to cancel the subscription of a deleted account.')
      const stripe = await payments.open()
      const customer = await stripe.customers.retrieve(requireId(customerId))
      if (customer.deleted) return
      for await (const { id } of stripe.subscriptions.list({ customer: customerId, limit: 100 }))
        await stripe.subscriptions.cancel(requireId(id))
    },
  }
}
