import type { openPaymentPortal as openPaymentPortalCall } from '@nestmark/contract/plans'
import type { Output } from '@nestmark/contract/operation'
import { refuse } from '../../access/refuse.ts'
import type { Call } from '../../calls/call.ts'
import { requireId } from '../../payments/readPurchases.ts'
import { atProvider } from './atProvider.ts'
import { findCustomer } from './customerStore.ts'
import { settingsAddress } from './settingsAddress.ts'

/** Opens the provider's page with the caller's card, invoices and subscription. */
export async function openPaymentPortal({
  actor,
  services,
}: Call): Promise<Output<typeof openPaymentPortalCall>> {
  return atProvider(services, async provider => {
    const customer = (await findCustomer(services.db.read, actor.personId)) ?? refuse('payments.none')
    const stripe = await provider.open()
    const { url } = await stripe.billingPortal.sessions.create({
      customer: requireId(customer.customer_id),
      return_url: settingsAddress(services, 'visited'),
    })
    return { url }
  })
}
