/** What the plans cost, as the specification lists them (2-secondary 9): whole units of the currency a month. */
export type Currency = 'USD' | 'INR'
export type Period = 'monthly' | 'yearly'
export type OfferedPlan = 'free' | 'pro' | 'premium'

type Price = Record<Currency, Record<Period, number>>

/** `yearly` is the price of a month when a year is billed at once. */
export const prices: Record<OfferedPlan, Price> = {
  free: { USD: { monthly: 0, yearly: 0 }, INR: { monthly: 0, yearly: 0 } },
  pro: { USD: { monthly: 5, yearly: 4 }, INR: { monthly: 349, yearly: 299 } },
  premium: { USD: { monthly: 10, yearly: 9 }, INR: { monthly: 699, yearly: 649 } },
}

/** The currency of a country by its two letters (ISO 3166): India pays in rupees, everybody else in dollars. */
export function toCurrency(country: string | null): Currency {
  return country?.toUpperCase() === 'IN' ? 'INR' : 'USD'
}
