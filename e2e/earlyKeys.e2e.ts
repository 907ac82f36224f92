import { saveLink } from '@nestmark/contract/links'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/test/support/people.ts'
import { addCollection } from './collectionFixture.ts'
import { startEnvironment, type TestEnvironment } from './testEnvironment.ts'

let env: TestEnvironment
let ada: Person
beforeAll(async () => {
  env = await startEnvironment()
  ada = await env.signIn('ada')
  const parent = await addCollection(ada, 'Travel')
  await ada.call(saveLink, { name: 'Night trains', link: 'https://trains.example', category: 3, parent })
})
afterAll(() => env.close())

/** Opens the dashboard with the focus on a link. The code of a dialog arrives only after the keys of the test. */
async function openSlowly(code: string): Promise<Page> {
  const page = await env.open(ada, '/dashboard', { fresh: true, context: { serviceWorkers: 'block' } })
  await page.route(new RegExp(`/${code}-.*\\.js`), async route => {
    await new Promise(resolve => setTimeout(resolve, 700))
    await route.continue()
  })
  const link = page.getByRole('treeitem', { name: /Travel/ })
  await link.waitFor()
  await link.focus()
  return page
}

test('NAV-06 Enter opens the first result when it is pressed before the code of the palette is loaded', async () => {
  const page = await openSlowly('Palette')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('night trains')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/l\//)
})

test('NAV-06 Enter opens the first collection when it is pressed before the code of the palette is loaded', async () => {
  const page = await openSlowly('Palette')
  await page.getByRole('treeitem', { name: /My First Folder/ }).focus()
  await page.keyboard.press('Control+g')
  await page.keyboard.type('travel')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/c\//)
  await page.getByRole('heading', { name: 'Travel', level: 1 }).waitFor()
})

test.each([
  ['4', 'Title', ''],
  ['example.org/roofs', 'Link', 'example.org/roofs'],
])(
  'NAV-06 SAVE-02 Enter after %s opens the form when it is pressed before the code of the form is loaded',
  async (typed, label, value) => {
    const page = await openSlowly('LinkForm')
    await page.keyboard.press('Control+l')
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    const field = page.getByRole('dialog').getByRole('textbox', { name: label, exact: true })
    await field.waitFor()
    expect(await field.inputValue()).toBe(value)
    expect(new URL(page.url()).pathname).toBe('/dashboard')
  },
)

test('NAV-06 a character that is typed as soon as the field has the focus follows the earlier ones', async () => {
  const page = await openSlowly('LinkForm')
  await page.evaluate(() =>
    document.addEventListener('focusin', ({ target }) => {
      if (!(target instanceof HTMLInputElement) || target.placeholder !== 'Paste an address here') return
      // Before the next task of the page.
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => document.execCommand('insertText', false, 'z'), { once: true })
      port1.start()
      port2.postMessage(null)
    }),
  )
  await page.keyboard.press('Control+l')
  await page.keyboard.type('example.org/')
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'Paste an address here' })
  await expect.poll(() => field.inputValue()).toMatch(/z$/)
  expect(await field.inputValue()).toBe('example.org/z')
})
