/** The currencies of the plan prices in the specification (2-secondary 9), in units of the currency per month. */
export type Currency = 'USD' | 'INR'
export type Period = 'monthly' | 'yearly'
export type OfferedPlan = 'free' | 'pro' | 'premium'

type Price = Record<Currency, Record<Period, number>>

/** `yearly` is the price per month with yearly billing. */
export const prices: Record<OfferedPlan, Price> = {
  free: { USD: { monthly: 0, yearly: 0 }, INR: { monthly: 0, yearly: 0 } },
  pro: { USD: { monthly: 5, yearly: 4 }, INR: { monthly: 349, yearly: 299 } },
  premium: { USD: { monthly: 10, yearly: 9 }, INR: { monthly: 699, yearly: 649 } },
}

/** Returns the currency of a country by its two-letter code (ISO 3166): rupees for India, dollars otherwise. */
export function toCurrency(country: string | null): Currency {
  return country?.toUpperCase() === 'IN' ? 'INR' : 'USD'
}
