import * as contract from '@nestmark/contract/plans'
import type Stripe from 'stripe'
import { action } from '../../../calls/action.ts'
import { findCountry } from '../../../calls/findCountry.ts'
import type { CallWith } from '../../../services.ts'
import { atProvider } from './atProvider.ts'
import { findCustomer } from './customerStore.ts'

/** Returns the plans on sale with their prices: those with a fixed amount, once or for a month or a year. */
export const listPrices = action(contract.listPrices, async ({ actor, services }: CallWith<'payments'>) => {
  return atProvider(services, async provider => {
    const found = await provider.readPrices()
    return {
      prices: [...found].flatMap(([id, price]) => {
        const { currency, unit_amount: amount } = price
        const period = toPeriod(price)
        return amount === null || period === undefined ? [] : [{ id, currency, amount, period }]
      }),
      early_bird: provider.earlyBird !== null,
      has_payments: (await findCustomer(services.db.read, actor.personId)) !== undefined,
    }
  })
})

/** @returns null for a single payment, undefined for a period that the page has no words for */
function toPeriod({ recurring }: Stripe.Price): 'month' | 'year' | null | undefined {
  if (recurring === null) return null
  const { interval, interval_count: count } = recurring
  if (count !== 1) return undefined
  return interval === 'month' ? 'month' : interval === 'year' ? 'year' : undefined
}

/** Returns the caller's country, as the operator's proxy reports it, otherwise by the table of network addresses. */
export const getCountry = action(contract.getCountry, async ({ country, ip }) => ({
  country: country || (await findCountry(ip)),
}))
