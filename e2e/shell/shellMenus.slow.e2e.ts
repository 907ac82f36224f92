import { getUserData } from '@nestmark/contract/session'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { findHeading } from '../support/pageElements.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  startEnvironment,
  type TestEnvironment,
} from '../support/testEnvironment.ts'

const help = {
  email: 'help@example.org',
  chat: 'https://chat.example.org/nest',
  features: null,
  articles: null,
  terms: 'https://example.org/terms',
  privacy: null,
}

let env: TestEnvironment
let withoutHelp: TestEnvironment
let ada: Person
beforeAll(async () => {
  env = await startEnvironment({ help })
  withoutHelp = await startEnvironment()
})
beforeEach(async () => {
  ada = await env.signIn('ada')
})
afterAll(async () => {
  await env.close()
  await withoutHelp.close()
})

const waitForDashboard = (page: Page) => page.getByText('Recent links').waitFor()

describe('NAV header and menus', () => {
  test('the header offers new items, the theme switch, dashboard and logout', async () => {
    const page = await env.open(ada, '/favourites')
    const header = page.getByRole('banner')
    await header.getByRole('button', { name: 'Choose what to add' }).click()
    await page.getByRole('menuitem').first().waitFor()
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
      'Link',
      'Collection',
      'Upload files',
      'Save from any page',
    ])
    await page.getByRole('menuitem', { name: 'Collection' }).click()
    await page.getByRole('dialog').getByLabel(/name/i).first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await header.getByRole('button', { name: 'Switch to dark' }).waitFor()
    await header.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Dashboard' }).click()
    await page.waitForURL('**/dashboard')
    await header.getByRole('button', { name: 'Account' }).click()
    const redirects: string[] = []
    page.on('request', request => {
      const { pathname, searchParams } = new URL(request.url())
      if (request.isNavigationRequest() && pathname.startsWith('/accounts/login'))
        redirects.push(searchParams.get('redirect') ?? '')
    })
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.waitForURL(/\/accounts\/login/)
    await page.getByRole('button', { name: 'Log in' }).waitFor()
    // A second redirect would cancel the first.
    expect(redirects).toEqual(['/dashboard'])
  })

  test('NAV-05 the help menu links to the configured addresses and to the help pages', async () => {
    const page = await env.open(ada, '/dashboard')
    await waitForDashboard(page)
    await page.getByRole('button', { name: 'Help' }).click()
    const menu = page.getByRole('menu', { name: 'Help' })
    const target = (name: string) => menu.getByRole('menuitem', { name }).getAttribute('href')
    expect(await target('Chat with us')).toBe(help.chat)
    expect(await target('Email us')).toBe('mailto:help@example.org')
    // Without a configured address, feature requests go by email.
    expect(await target('Request a feature')).toBe(
      'mailto:help@example.org?subject=A%20feature%20for%20Nestmark',
    )
    expect(await target('Terms')).toBe(help.terms)
    await expectAccessible(page)
    await menu.getByRole('menuitem', { name: /Shortcuts/ }).click()
    await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    for (const [name, title] of [
      ['Help articles', 'Help articles'],
      ['Privacy policy', 'Privacy policy'],
    ] as const) {
      await page.goto('/dashboard')
      await page.getByRole('button', { name: 'Help' }).click()
      await page.getByRole('menuitem', { name }).click()
      await findHeading(page, title).waitFor()
      await expectAccessible(page)
    }
  })

  test('NAV-05 without configured addresses the help menu links to the help pages, also for visitors', async () => {
    const visitor = await withoutHelp.open(null, '/c/nobody')
    await visitor.getByRole('button', { name: 'Help' }).click()
    await visitor.getByRole('menuitem').first().waitFor()
    expect(await visitor.getByRole('menuitem').allInnerTexts()).toEqual([
      'Help articles',
      'API',
      'Terms',
      'Privacy policy',
    ])
    await visitor.getByRole('menuitem', { name: 'Help articles' }).click()
    await findHeading(visitor, 'Help articles').waitFor()
    const phone = await withoutHelp.open(await withoutHelp.signIn('pia'), '/dashboard', {
      width: 390,
      height: 844,
    })
    await waitForDashboard(phone)
    await phone.getByRole('button', { name: 'Account' }).click()
    await phone.getByRole('menuitem', { name: 'Help articles' }).click()
    await findHeading(phone, 'Help articles').waitFor()
    await expectNoHorizontalScroll(phone)
  })

  test('NAV-09 the dashboard shows the encryption announcement until the user dismisses it', async () => {
    const setAnnouncements = (names: string[]) =>
      env.app.services.db.write(tx =>
        tx
          .updateTable('people')
          .set({ announcements: JSON.stringify(names) })
          .where('id', '=', ada.id)
          .execute(),
      )
    await setAnnouncements(['another'])
    const page = await env.open(ada, '/dashboard')
    await waitForDashboard(page)
    const announcement = page.getByRole('region', { name: /encrypted links/i })
    expect(await announcement.count()).toBe(0)
    await setAnnouncements(['encryption', 'another'])
    await page.reload()
    await announcement.waitFor()
    await expectAccessible(page)
    const sent = page.waitForRequest('**/api/update-announcements')
    await announcement.getByRole('button', { name: 'Dismiss' }).click()
    expect((await sent).postDataJSON()).toEqual({ announcement: 'encryption' })
    await announcement.waitFor({ state: 'detached' })
    await expect.poll(async () => (await ada.call(getUserData, {})).announcements).toEqual(['another'])
    await page.reload()
    await waitForDashboard(page)
    expect(await announcement.count()).toBe(0)
  })
})
