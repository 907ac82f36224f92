import { test } from 'vitest'
import { runMonth } from './monthOfPayments.testing.ts'
import { useShop } from './paymentsFixture.testing.ts'

const shop = useShop()

test('PLAN-06 a month of events in random order, with repeats, ends in the right plan for 20 people', async () => {
  await runMonth(shop, { people: 20, seed: 20_261_129 })
})
