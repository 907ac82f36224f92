import { randomBytes } from 'node:crypto'
import { addKey } from '@nestmark/contract/apiKeys'
import { saveLink } from '@nestmark/contract/links/links'
import { getUserData } from '@nestmark/contract/session'
import { generateApiKey } from '@nestmark/core/apiKey'
import { beforeEach, expect, test } from 'vitest'
import { saveFile, toGif } from '../../apps/server/src/test/support/files.ts'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { expectAccessible, saveScreenshot, useEnvironment, viewports } from '../support/testEnvironment.ts'

const env = useEnvironment({ planLimits: true })
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada')
})

/** A text of each tab, by the tab's name. */
const contents = {
  Profile: 'At least 4 characters',
  Customize: 'Load players',
  Rules: 'No rules yet',
  Plan: 'What’s included',
  'API Key': 'never used',
  'Encryption keys': 'No keys in this browser',
  Storage: 'By category',
  'Import / Export': 'Bring bookmarks',
  'Danger Zone': 'deleted within 24 hours',
}
for (const [width, dark] of viewports)
  test(`SET-01 the keyboard opens the vertical tabs; ${width} px, ${dark ? 'dark' : 'light'}`, async () => {
    await ada.call(addKey, { key: generateApiKey(bytes => randomBytes(bytes)), name: 'Zapier' })
    const page = await env.open(ada, '/settings', { width, dark, height: 900 })
    const tabs = page.getByRole('tab')
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    expect(await tabs.allInnerTexts()).toEqual(Object.keys(contents))
    await tabs.first().focus()
    for (const [name, content] of Object.entries(contents)) {
      const panel = page.getByRole('tabpanel', { name })
      await panel.getByRole('heading', { name, level: 2 }).waitFor()
      await panel.getByText(content).first().waitFor()
      await expectAccessible(page)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect([name, overflow <= 0]).toEqual([name, true])
      await saveScreenshot(page, `${name.replace(/\W/g, '')}-${width}-${dark ? 'dark' : 'light'}`)
      await page.keyboard.press('ArrowDown')
    }
    // The first tab follows the last one.
    await page.getByRole('tabpanel', { name: 'Profile' }).waitFor()
  })

test('SET-01 a loading tab has one main landmark, and Try again repeats a failed request', async () => {
  const page = await env.open(ada, '/settings?tab=customize')
  const gate = Promise.withResolvers<void>()
  let isBroken = true
  await page.route('**/api/get-storage', async route => {
    await gate.promise
    return isBroken ? route.abort() : route.continue()
  })
  await page.getByRole('tab', { name: 'Storage' }).click()
  const panel = page.getByRole('tabpanel', { name: 'Storage' })
  await panel.getByRole('status').getByText('One moment').waitFor()
  expect(await page.getByRole('main').count()).toBe(1)
  await expectAccessible(page)
  gate.resolve()
  const again = panel.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  isBroken = false
  await again.click()
  await panel.getByText('By category').waitFor()
})

test('SET-03 a setting applies immediately, and browser, server and other devices store it', async () => {
  const page = await env.open(ada, '/settings?tab=customize')
  const select = (group: string, name: string) =>
    page.getByRole('radiogroup', { name: group }).getByRole('radio', { name }).click()
  await select('Theme', 'Dark')
  await expect.poll(() => page.locator('html').getAttribute('data-color-scheme')).toBe('dark')
  await select('View for links', 'List')
  await select('View for collections', 'Compact')
  await select('Load players', 'On hover')
  await select('Offer to save copied addresses', 'Yes')
  await expect
    .poll(() => ada.call(getUserData, {}))
    .toMatchObject({ theme: 1, view: { links: 2, folders: 3 }, load_links: 2, clipboard_access: 1 })
  await expect.poll(() => page.evaluate(() => localStorage.getItem('view'))).toContain('"links":2')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('clipboard_access'))).toBe('1')
  const other = await env.open(ada, '/settings?tab=customize')
  await other.getByRole('radio', { name: 'List', checked: true }).waitFor()
  await other.getByRole('radio', { name: 'On hover', checked: true }).waitFor()
  expect(await other.locator('html').getAttribute('data-color-scheme')).toBe('dark')
})

test('SET-02 NTF-01 a server that sends no email offers no daily email', async () => {
  const page = await env.open(ada, '/settings?tab=customize')
  await page.getByRole('radiogroup', { name: 'View for links' }).waitFor()
  expect(await page.getByText('Daily email').count()).toBe(0)
})

test('SET-03 a setting applies immediately in every window of the user, also on another device', async () => {
  const desktop = await env.open(ada, '/settings?tab=customize')
  const phone = await env.open(ada, '/settings?tab=customize', { width: 390, height: 844 })
  const otherUser = await env.open(await env.signIn('xaver'), '/settings?tab=customize')
  const scheme = (page: typeof desktop) => page.locator('html').getAttribute('data-color-scheme')
  await phone.getByRole('radio', { name: 'Grid', checked: true }).waitFor()
  await desktop
    .getByRole('radiogroup', { name: 'View for links' })
    .getByRole('radio', { name: 'List' })
    .click()
  await desktop
    .getByRole('radiogroup', { name: 'Load players' })
    .getByRole('radio', { name: 'On hover' })
    .click()
  // Live updates change the other page without a reload.
  await phone.getByRole('radio', { name: 'List', checked: true }).waitFor()
  await phone.getByRole('radio', { name: 'On hover', checked: true }).waitFor()
  await phone.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { name: 'Dark' }).click()
  await expect.poll(() => scheme(desktop)).toBe('dark')
  expect(await scheme(otherUser)).toBe('light')
  await otherUser.getByRole('radio', { name: 'Grid', checked: true }).waitFor()
})

for (const [width, dark] of viewports)
  test(`SET-05 the tab shows storage and bandwidth as numbers and bars; ${width} px, ${dark ? 'dark' : 'light'}`, async () => {
    await ada.call(saveLink, { name: 'A note', desc: 'Words', category: 4 })
    const picture = toGif(Buffer.alloc(1_225_172))
    await saveFile(env.app, ada, picture, { name: 'bird.gif', type: 'image/gif' })
    const film = Buffer.concat([Buffer.from([0, 0, 1, 0xba]), Buffer.alloc(456_785)])
    await saveFile(env.app, ada, film, { name: 'bird.mpg', type: 'video/mpeg' })
    env.app.services.meter.count(ada.id, 1_799_000_000)
    const page = await env.open(ada, '/settings?tab=storage', { width, dark, height: 900 })
    const storage = page.getByRole('region', { name: 'Storage' })
    await storage.getByText('1.69 Mb').waitFor()
    await storage.getByText('of 100.00 Mb').waitFor()
    await storage.getByText('98.31 Mb left').waitFor()
    const bandwidth = page.getByRole('region', { name: 'Bandwidth this month' })
    await bandwidth.getByText('1.80 Gb', { exact: true }).first().waitFor()
    await bandwidth.getByText('of 2.00 Gb').waitFor()
    await bandwidth.getByText(/Resets on [A-Z][a-z]{2} 01, \d{4}/).waitFor()
    const bar = bandwidth.locator('[data-full]')
    const readBar = async () => [
      await bar.getAttribute('data-full'),
      await bar.locator('i').evaluate((part: HTMLElement) => Number.parseFloat(part.style.width)),
    ]
    expect(await readBar()).toEqual(['false', 89.95])
    const categories = page.getByRole('region', { name: 'By category' })
    const rows = await categories.getByRole('listitem').allInnerTexts()
    expect(rows.map(row => row.replace(/\s+/g, ' ').trim())).toEqual([
      'Images #see 1 saved · 1 file 1.23 Mb',
      'Videos #watch 1 saved · 1 file 0.46 Mb',
      'Links #explore 0 saved 0.00 Mb',
      'Notes #read 1 saved 0.00 Mb',
      'Audios #listen 0 saved 0.00 Mb',
    ])
    const more = page.getByRole('region', { name: 'Need more room?' })
    await more.getByText('Pro has 1 GB of storage and 20 GB of bandwidth per month.').waitFor()
    expect(await more.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/pricing')
    await saveScreenshot(page, `storage-${width}-${dark ? 'dark' : 'light'}`, true)
    await expectAccessible(page)

    // Above 90 percent the bar is marked as full, and its width is at most 100 percent.
    env.app.services.meter.count(ada.id, 21_000_000)
    await page.reload()
    await bandwidth.getByText('1.82 Gb').first().waitFor()
    await bandwidth.getByText('Almost full').waitFor()
    expect(await readBar()).toEqual(['true', 91])
    env.app.services.meter.count(ada.id, 3_000_000_000)
    await page.reload()
    await bandwidth.getByText('4.82 Gb').first().waitFor()
    expect(await readBar()).toEqual(['true', 100])
    await expectAccessible(page)
    await saveScreenshot(page, `storage-full-${width}-${dark ? 'dark' : 'light'}`)
    await page.close()
  })

test('SET-02 the form saves the profile, and checks usernames of four or more characters', async () => {
  const page = await env.open(ada, '/settings')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByLabel('Username').fill('ada')
  await page.getByText('at least 4 characters').waitFor()
  await page.getByLabel('Username').fill(`ada${ada.id.slice(0, 6)}`)
  await page.getByText('This username is available').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Your profile was saved').waitFor()
  expect(await ada.call(getUserData, {})).toMatchObject({ name: 'Ada Lovelace' })
  const rosa = await env.signIn('rosa')
  const other = await env.open(rosa, '/settings')
  await other.getByLabel('Username').fill(`ada${ada.id.slice(0, 6)}`)
  await other.getByText('This username is taken').waitFor()
  expect(await other.getByRole('link', { name: 'Open your account' }).getAttribute('href')).toContain(
    '/accounts/profile',
  )
  for (const [width, dark] of [
    [1440, true],
    [390, false],
  ] as const) {
    const phone = await env.open(rosa, '/settings', { width, dark })
    await phone.getByRole('button', { name: 'Choose a picture' }).waitFor()
    await expectAccessible(phone)
    await saveScreenshot(phone, `profile-${width}`)
  }
})

test('SET-07 /my-profile leads to the profile in the settings, which changes the name and uploads a picture', async () => {
  const page = await env.open(ada, '/my-profile')
  await page.waitForURL('**/settings?tab=profile')
  await page.getByLabel('First name').fill('Augusta')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Your profile was saved').waitFor()
  // A PNG of one pixel.
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await page.locator('input[type=file]').setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: Buffer.from(png, 'base64'),
  })
  await page.getByText('Your picture was saved').waitFor()
  await page.getByRole('img', { name: 'Picture' }).waitFor()
  await expectAccessible(page)
  expect((await ada.call(getUserData, {})).thumbnail).not.toBe('')
})
