import { saveLink } from '@nestmark/contract/links/links'
import type { Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection } from '../support/collectionFixture.ts'
import { selectCardAction } from '../support/pageElements.ts'
import { useEnvironment, waitForIdle } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeAll(async () => {
  ada = await env.signIn('ada')
  const parent = await addCollection(ada, 'Travel')
  await ada.call(saveLink, { name: 'Night trains', link: 'https://trains.example', category: 3, parent })
})

interface SlowPage {
  page: Page
  /** Lets the code of the dialog arrive. */
  sendCode: () => void
}

/** Opens the dashboard with the focus on a link. The code of a dialog does not arrive before the test has typed. */
async function openSlowly(code: string): Promise<SlowPage> {
  const page = await env.open(ada, '/dashboard', { fresh: true, context: { serviceWorkers: 'block' } })
  const { promise, resolve: sendCode } = Promise.withResolvers<void>()
  let isDelayed = false
  onTestFinished(() => expect(isDelayed).toBe(true))
  await page.route(new RegExp(`/${code}-.*\\.js`), async route => {
    isDelayed = true
    await promise
    await route.continue()
  })
  const link = page.getByRole('treeitem', { name: /Travel/ })
  await link.waitFor()
  await link.focus()
  return { page, sendCode }
}

test('NAV-06 Enter opens the first result when the user presses it before the code of the palette has loaded', async () => {
  const { page, sendCode } = await openSlowly('dialogs')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('night trains')
  await page.keyboard.press('Enter')
  sendCode()
  await page.waitForURL(/\/l\//)
})

test('NAV-06 Enter opens the first collection when the user presses it before the code of the palette has loaded', async () => {
  const { page, sendCode } = await openSlowly('dialogs')
  await page.getByRole('treeitem', { name: /My First Folder/ }).focus()
  await page.keyboard.press('Control+g')
  await page.keyboard.type('travel')
  await page.keyboard.press('Enter')
  sendCode()
  await page.waitForURL(/\/c\//)
  await page.getByRole('heading', { name: 'Travel', level: 1 }).waitFor()
})

test.each([
  ['4', 'Title', ''],
  ['example.org/roofs', 'Link', 'example.org/roofs'],
])(
  'NAV-06 SAVE-02 Enter after %s opens the form when the user presses it before the code of the form has loaded',
  async (typed, label, value) => {
    const { page, sendCode } = await openSlowly('dialogs')
    await page.keyboard.press('Control+l')
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    sendCode()
    const field = page.getByRole('dialog').getByRole('textbox', { name: label, exact: true })
    await field.waitFor()
    expect(await field.inputValue()).toBe(value)
    expect(new URL(page.url()).pathname).toBe('/dashboard')
  },
)

test('NAV-06 a character typed as soon as the field has the focus follows the earlier ones', async () => {
  const { page, sendCode } = await openSlowly('dialogs')
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
  sendCode()
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'Paste an address here' })
  await expect.poll(() => field.inputValue()).toMatch(/z$/)
  expect(await field.inputValue()).toBe('example.org/z')
})

test('a field of the form keeps the focus that it gets before the form sets it', async () => {
  const page = await env.open(ada, '/dashboard')
  await page.evaluate(() =>
    new MutationObserver((_, observer) => {
      const labels = [...document.querySelectorAll<HTMLLabelElement>('[role=dialog] label')]
      const title = labels.find(label => label.textContent === 'Title')
      if (!title) return
      observer.disconnect()
      title.control?.focus()
    }).observe(document.body, { childList: true, subtree: true }),
  )
  await selectCardAction(page, 'Night trains', 'Edit')
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('textbox', { name: 'Title' })
  await field.waitFor()
  await waitForIdle(page)
  await page.keyboard.press('End')
  await page.keyboard.type(' to Lisbon')
  expect(await field.inputValue()).toBe('Night trains to Lisbon')
  expect(await dialog.getByRole('textbox', { name: 'Link', exact: true }).inputValue()).toBe(
    'https://trains.example',
  )
})
