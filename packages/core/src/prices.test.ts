import { expect, test } from 'vitest'
import { toCurrency, prices } from './prices.ts'

test('PLAN-02 India pays in rupees, every other country and an unknown one in dollars', () => {
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
