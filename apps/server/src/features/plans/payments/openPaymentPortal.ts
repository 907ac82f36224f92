import * as contract from '@nestmark/contract/plans'
import { refuse } from '../../../access/refuse.ts'
import { action } from '../../../calls/action.ts'
import { requireId } from '../../../payments/readPurchases.ts'
import type { CallWith } from '../../../services.ts'
import { atProvider } from './atProvider.ts'
import { findCustomer } from './customerStore.ts'
import { settingsAddress } from './settingsAddress.ts'

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
