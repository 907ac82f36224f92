import { randomInt } from 'node:crypto'
import { test } from 'vitest'
import { runMonth } from './monthOfPayments.testing.ts'
import { useShop } from './paymentsFixture.testing.ts'

const shop = useShop()

test(
  'PLAN-06 a month of events in random order, with repeats, ends in the right plan for 1,000 people',
  { timeout: 1_200_000 },
  async () => {
    await runMonth(shop, { people: 1000, seed: randomInt(2 ** 31) })
  },
)
