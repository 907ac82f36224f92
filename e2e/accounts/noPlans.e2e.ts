import { createCollection } from '@nestmark/contract/collections'
import { expect, test } from 'vitest'
import { expectAccessible, useEnvironment, waitForIdle } from '../support/testEnvironment.ts'

const env = useEnvironment({ defaultPlan: 2 })

const offers = /\bPRO\b|\bpremium\b|\bplans?\b|coupon|upgrade|pricing|subscription|\bfree\b/i

test('PLAN-01 a server that offers no plans names no plan, price, coupon or limit to its users', async () => {
  const ada = await env.signIn('ada', 2)
  const collection = await ada.call(createCollection, { name: 'Birds' })
  await env.app.services.db.write(tx =>
    tx.updateTable('people').set({ kept_bytes: 1_350_000_000 }).where('id', '=', ada.id).execute(),
  )
  const page = await env.open(ada, '/dashboard')
  const expectNoOffer = async () => {
    await waitForIdle(page)
    expect(await page.locator('body').innerText()).not.toMatch(offers)
  }
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).waitFor()
  await expectNoOffer()
  for (const path of ['/duplicates', '/suggestions', '/settings?tab=plan']) {
    await page.goto(path)
    await page.getByRole('heading').first().waitFor()
    await expectNoOffer()
  }
  // The first tab opens in the place of that of the plan.
  await page.getByRole('tabpanel', { name: 'Profile' }).waitFor()
  expect(await page.getByRole('tab', { name: 'Plan' }).count()).toBe(0)
  await page.getByRole('tab', { name: 'Storage' }).click()
  const storage = page.getByRole('region', { name: 'Storage' })
  await storage.getByText('1.35 Gb').waitFor()
  expect((await storage.innerText()).replace(/\s+/g, ' ')).toBe('Storage 1.35 Gb used')
  expect(await page.locator('[data-full]').count()).toBe(0)
  await expectNoOffer()
  await expectAccessible(page)
  await page.goto(`/c/${collection._id}`)
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Team' }).first().check()
  await expectNoOffer()
})

test('PLAN-02 the public site of a server that offers no plans has no prices', async () => {
  const page = await env.open(null, '/')
  await page.getByRole('heading', { name: 'A place for every link you’d hate to lose.' }).waitFor()
  expect(await page.getByRole('link', { name: 'Pricing' }).filter({ visible: true }).count()).toBe(0)
  for (const path of ['/pricing', '/pricing-ltd', '/early-bird', '/black-friday'])
    expect([path, (await page.request.get(path)).status()]).toEqual([path, 404])
  expect(await (await page.request.get('/sitemap.xml')).text()).not.toMatch(/pricing|early-bird/)
})
