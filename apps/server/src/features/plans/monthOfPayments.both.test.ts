import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkIntegrity } from '../../db/integrity.ts'
import { runMonth } from './monthOfPayments.testing.ts'
import { type Shop, startShop } from './paymentsFixture.testing.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(async () => {
  expect((await checkIntegrity(shop.app.services.db)).findings).toEqual([])
  await shop.stop()
})

test('PLAN-06 a month of events in random order, with repeats, ends in the right plan for 20 people', async () => {
  await runMonth(shop, { people: 20, seed: 20_261_129 })
})
