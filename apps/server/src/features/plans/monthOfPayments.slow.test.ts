import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkIntegrity } from '../../db/integrity.ts'
import { runMonth } from './monthOfPayments.testing.ts'
import { startShop } from './paymentsFixture.testing.ts'

test(
  'PLAN-06 a month of events in random order, with repeats, ends in the right plan for 1,000 people',
  { timeout: 1_200_000 },
  async () => {
    const shop = await startShop()
    await runMonth(shop, { people: 1000, seed: randomInt(2 ** 31) })
    expect((await checkIntegrity(shop.app.services.db)).findings).toEqual([])
    await shop.stop()
  },
)
