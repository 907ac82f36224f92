import { saveLink, saveLinks } from '@nestmark/contract/links/links'
import { getUserData } from '@nestmark/contract/session'
import { freeTerms, type PlanTerms } from '@nestmark/core/plans/planTerms'
import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../apps/server/src/db/newId.ts'
import { insertCoupon, setTerms } from '../../apps/server/src/features/plans/store.ts'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { openLinkForm } from '../support/pageElements.ts'
import { createUserData, register } from '../support/signInSite.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  saveScreenshot,
  useEnvironment,
  viewports,
  waitForIdle,
} from '../support/testEnvironment.ts'

const env = useEnvironment({ planLimits: true, countryHeader: 'x-country' })
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada')
})

const day = 86_400_000
const due = Date.UTC(2031, 4, 1, 12)
const now = () => env.app.clock.now
const setPlan = (terms: Partial<PlanTerms>) =>
  env.app.services.db.write(tx => setTerms(tx, ada.id, { ...freeTerms, plan: 2, ...terms }, now()))
async function coupon(code: string): Promise<void> {
  const row = { id: newId(), code, plan: 2, days: 30, uses: 1, expires_at: null, created_at: now() }
  await env.app.services.db.write(tx => insertCoupon(tx, row))
}

test('SRCH-05 an empty search names descriptions only where the plan searches them', async () => {
  const page = await env.open(ada, '/search/?q=zzz')
  await page.getByText(/^Nothing in titles, addresses, tags or collections\./).waitFor()
  await setPlan({})
  await page.reload()
  await page.getByText(/^Nothing in titles, addresses, descriptions, tags or collections\./).waitFor()
})

describe('PLAN-02 /pricing', () => {
  test.each(viewports)(
    'PLAN-02 the page shows three plans with the listed prices, by period and currency; %i px, dark: %s',
    async (width, dark) => {
      const page = await env.open(null, '/pricing', { width, dark, height: 1000 })
      await page.getByRole('heading', { name: 'Start small. Nest deeper later.' }).waitFor()
      const price = (plan: string) => page.getByRole('region', { name: plan }).locator('.price').innerText()
      const all = async () => [await price('Free'), await price('Pro'), await price('Premium')]
      const yearly = 'per month, billed yearly'
      expect(await all()).toEqual(['$0 forever', `$4 ${yearly}`, `$9 ${yearly}`])
      await saveScreenshot(page, `pricing-${width}-${dark ? 'dark' : 'light'}`, true)
      await page.getByRole('radio', { name: 'Monthly' }).check()
      expect(await all()).toEqual(['$0 forever', '$5 per month', '$10 per month'])
      await page.getByRole('radio', { name: 'INR ₹' }).check()
      expect(await all()).toEqual(['₹0 forever', '₹349 per month', '₹699 per month'])
      await page.getByRole('radio', { name: 'Yearly' }).check()
      expect(await all()).toEqual(['₹0 forever', `₹299 ${yearly}`, `₹649 ${yearly}`])
      await expectAccessible(page)
      await expectNoHorizontalScroll(page)
    },
  )

  test('PLAN-02 PLAN-05 ACC-11 visitors from India see rupees; Choose opens the registration, and after it the plan', async () => {
    const context = { extraHTTPHeaders: { 'x-country': 'IN' } }
    const page = await env.open(null, '/pricing', { context })
    await page.getByText('₹299').waitFor()
    await page.getByRole('link', { name: 'Choose Pro' }).click()
    await page.waitForURL(/\/accounts\/register/)
    expect(await page.evaluate(() => localStorage.getItem('userWantPaid'))).toBe('2')
    // After the registration, the plan tab continues with the chosen plan.
    await register(page, createUserData())
    await page.waitForURL('**/settings?tab=plan')
    await page.getByRole('dialog', { name: 'Get Pro' }).waitFor()
    await page.keyboard.press('Escape')
    await page.clock.install()
    await page.reload()
    await page.getByRole('heading', { name: 'Coupon' }).waitFor()
    await waitForIdle(page)
    await page.clock.runFor(5000)
    await waitForIdle(page)
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('PLAN-02 Choose explains how to get a plan; Free opens the dashboard', async () => {
    const page = await env.open(ada, '/pricing')
    await page.getByRole('radio', { name: 'INR ₹' }).check()
    const choose = page.waitForRequest('**/settings?tab=plan&choose=pro-yearly-in')
    await page.getByRole('link', { name: 'Choose Pro' }).click()
    await choose
    const dialog = page.getByRole('dialog', { name: 'Get Pro' })
    await dialog.getByText('This server takes no payments').waitFor()
    await dialog.getByText(`Include your account’s email address: ${ada.email}`).waitFor()
    await expectAccessible(page)
    await saveScreenshot(page, 'choose')
    await page.goto('/pricing')
    await page.getByRole('region', { name: 'Free' }).getByRole('link', { name: 'Go to Dashboard' }).click()
    await page.waitForURL('**/dashboard')
    // A lifetime plan does not become a subscription.
    await setPlan({ plan: 4 })
    await page.goto('/pricing')
    await page.getByText('Part of your lifetime plan').waitFor()
    const premium = page.getByRole('region', { name: 'Premium' })
    expect(await premium.getByRole('button', { name: 'Choose Premium' }).isDisabled()).toBe(true)
    expect(await premium.getByRole('link').count()).toBe(0)
  })
})

describe('PLAN-03 the coupon box', () => {
  test('PLAN-03 the form rejects an empty and an invalid code; a valid one shows a toast for 8 s and reloads the page', async () => {
    await coupon('SPRING-TIME')
    const page = await env.open(ada, '/settings?tab=plan')
    await page.getByRole('heading', { name: 'Coupon' }).waitFor()
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('Coupon code is required').waitFor()
    const field = page.getByLabel('Coupon code')
    await field.fill('nonsense')
    expect(await page.getByText('Coupon code is required').count()).toBe(0)
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('Invalid Coupon').waitFor()
    await expectAccessible(page)
    await page.clock.install()
    await field.fill('spring-time')
    await field.press('Enter')
    await page.getByText('Your coupon code was applied succesfully').waitFor()
    await page.getByText(/^Expires on/).waitFor()
    let loaded = 0
    page.on('load', () => loaded++)
    await page.clock.runFor(7000)
    expect(await page.getByText('Your coupon code was applied succesfully').count()).toBe(1)
    expect(loaded).toBe(0)
    await page.clock.runFor(1500)
    await expect.poll(() => loaded).toBe(1)
    expect((await ada.call(getUserData, {})).plan).toBe(2)
  })
})

describe('SET-04 the plan tab', () => {
  test('SET-04 PLAN-04 the tab shows plan and next invoice, and the cancel dialog lists the lost features', async () => {
    await setPlan({ until: due, renews: true })
    const page = await env.open(ada, '/settings?tab=plan')
    await page.getByText('Next invoice on May 01, 2031').waitFor()
    await page.getByText('With PREMIUM').first().waitFor()
    await page.getByRole('button', { name: 'Cancel subscription' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel your subscription?' })
    for (const lost of [
      'Unlimited bookmarks',
      '1 GB of storage (limited to 100 MB)',
      'Sharing with chosen people',
      'Receiving suggestions',
      'Unlimited highlights (limited to 5 per page)',
      'Duplicate-link finder',
      'Broken-link finder',
      'Search by description',
    ])
      await dialog.getByText(lost).waitFor()
    await dialog.getByText('Nothing is deleted').waitFor()
    await dialog.getByRole('button', { name: 'Keep Pro' }).waitFor()
    await expectAccessible(page)
    await saveScreenshot(page, 'cancel')
    await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('Cancelled, expires on May 01, 2031').waitFor()
    await expectAccessible(page)
    await saveScreenshot(page, 'cancelled', true)
    const pricing = await env.open(ada, '/pricing')
    await pricing.getByText('Cancelled, expires on May 01, 2031').waitFor()
    expect(await pricing.getByRole('button', { name: 'Choose Pro' }).isDisabled()).toBe(true)
    await pricing.getByRole('link', { name: 'Downgrade' }).waitFor()
    // The user can resume the subscription until it expires.
    await page.getByRole('button', { name: 'Resume subscription' }).click()
    await page.getByText('Your subscription continues').waitFor()
    await page.getByText('Next invoice on May 01, 2031').waitFor()
    expect(await page.getByRole('button', { name: 'Resume subscription' }).count()).toBe(0)
    expect((await ada.call(getUserData, {})).is_cancelled).toBe(0)
  })

  test('PLAN-04 a downgrade asks for confirmation and closes the dialog', async () => {
    await setPlan({ until: now() + 9 * day })
    const page = await env.open(ada, '/pricing')
    await page.getByText(/^Expires on/).waitFor()
    await page.getByRole('link', { name: 'Downgrade' }).click()
    await page.getByRole('button', { name: 'Downgrade' }).click()
    const dialog = page.getByRole('dialog', { name: 'Downgrade to the free plan?' })
    await dialog.getByText('you lose the time until').waitFor()
    await dialog.getByRole('button', { name: 'Downgrade' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'Upgrade to PRO' }).waitFor()
    expect((await ada.call(getUserData, {})).plan).toBe(1)
  })
})

describe('NAV-01 SAVE-20 the links to the plans', () => {
  test('PLAN-01 NAV-01 the account menu of the free plan offers Upgrade to PRO, which opens the plans; that of other plans does not', async () => {
    await ada.call(saveLink, { name: 'One', desc: 'One', category: 4 })
    const page = await env.open(ada, '/dashboard')
    await page.getByRole('button', { name: 'Account' }).click()
    for (const name of ['Dashboard', 'Settings', 'Logout'])
      await page.getByRole('menuitem', { name }).waitFor()
    await page.getByRole('menuitem', { name: 'Upgrade to PRO' }).click()
    // A load of the page follows the new address.
    await page.getByRole('heading', { name: 'Start small. Nest deeper later.' }).waitFor()
    await page.goto('/settings?tab=plan')
    await page.getByRole('link', { name: 'Upgrade to PRO' }).waitFor()
    await page.getByText('1 of 500 bookmarks').waitFor()
    const pro = await env.open(await env.signIn('pia', 2), '/dashboard')
    await pro.getByRole('button', { name: 'Account' }).click()
    await pro.getByRole('menuitem', { name: 'Settings' }).waitFor()
    expect(await pro.getByText('Upgrade to PRO').count()).toBe(0)
    await pro.getByRole('menuitem', { name: 'Settings' }).click()
    await pro.getByRole('heading', { name: 'Settings' }).waitFor()
    expect(await pro.getByText('Upgrade to PRO').count()).toBe(0)
  })

  test('SAVE-20 MKT-02 the page rejects the 501st link with a link to the plans, and keeps the input; so does it for a tried link', async () => {
    for (let n = 0; n < 500; n += 100)
      await ada.call(saveLinks, {
        links: Array.from({ length: 100 }, (_, i) => ({
          name: `Note ${n + i}`,
          desc: 'Text',
          category: 4 as const,
        })),
      })
    const page = await env.open(ada, '/dashboard')
    await page.getByRole('heading', { name: 'My Collections' }).waitFor()
    const dialog = await openLinkForm(page, 4)
    await dialog.getByRole('textbox', { name: 'Title' }).fill('One too many')
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Still here')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.getByText('The free plan is limited to 500 links').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('link', { name: 'Upgrade to PRO' }).click()
    await page.getByRole('heading', { name: 'Start small. Nest deeper later.' }).waitFor()
    await page.goBack()
    // The page ignores keys before it is rendered.
    await page.getByRole('heading', { name: 'My Collections' }).waitFor()
    await page.keyboard.press('Control+l')
    await page.getByText('One too many').first().waitFor()
    // Links that were tried on the home page before the sign-in are refused as well.
    await page.evaluate(() =>
      localStorage.setItem(
        'tried_links',
        JSON.stringify([
          { url: 'https://bread.example/rye', title: 'Rye', image: '', key: 'a-key-of-a-tried-link' },
        ]),
      ),
    )
    await page.reload()
    await page.getByText('One link you tried wasn’t saved').waitFor()
    await page.getByText('This library is full.').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('tried_links'))).toBeNull()
  })
})
