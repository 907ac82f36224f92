import { expect, test } from 'vitest'
import { toCurrency, prices } from './prices.ts'

test('PLAN-02 prices are in rupees for India and in dollars for every other or unknown country', () => {
  expect(['IN', 'in', 'DE', '', null].map(toCurrency)).toEqual(['INR', 'INR', 'USD', 'USD', 'USD'])
  expect([prices.pro.USD, prices.pro.INR]).toEqual([
    { monthly: 5, yearly: 4 },
    { monthly: 349, yearly: 299 },
  ])
  expect([prices.premium.USD, prices.premium.INR]).toEqual([
    { monthly: 10, yearly: 9 },
    { monthly: 699, yearly: 649 },
  ])
})
