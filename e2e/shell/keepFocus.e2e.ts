import { randomBytes } from 'node:crypto'
import { addKey } from '@nestmark/contract/apiKeys'
import { generateApiKey } from '@nestmark/core/apiKey'
import { saveSearch } from '@nestmark/contract/search/savedSearches'
import { addTags } from '@nestmark/contract/tags'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink } from '../support/collectionFixture.ts'
import { useEnvironment, waitForIdle } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
})

const hasFocus = (page: Page) => page.evaluate(() => document.activeElement !== document.body)

/** Expects that something has the focus, and still has it when the page has received everything. */
async function expectFocus(page: Page): Promise<void> {
  await waitForIdle(page)
  await expect.poll(() => hasFocus(page)).toBe(true)
}

/** Presses a control with the keyboard. */
async function pressByKey(control: Locator): Promise<void> {
  await control.focus()
  await control.page().keyboard.press('Enter')
}

/** Opens menus and dialogs with the keyboard, closes each by Escape, and expects the focus where it was. */
async function expectFocusReturns(page: Page, controls: readonly Locator[]): Promise<void> {
  for (const control of controls) {
    await pressByKey(control)
    const opened = page.locator('[role=menu], [role=dialog], [role=listbox]').last()
    await opened.waitFor()
    await expect.poll(() => hasFocus(page)).toBe(true)
    await page.keyboard.press('Escape')
    await opened.waitFor({ state: 'detached' })
    await expect.poll(() => control.evaluate(each => each === document.activeElement)).toBe(true)
  }
}

test('WCAG 2.4.3 menus and dialogs return the focus, and no removed row leaves it to the body', async () => {
  const collection = await addCollection(ada, 'Turf')
  for (const name of ['Anna', 'Berta']) await addLink(ada, name, collection)
  await ada.call(addTags, { tags: ['maps', 'trains'] })
  await ada.call(saveSearch, { name: 'Roofs', input: 'roof' })
  for (const name of ['One', 'Two'])
    await ada.call(addKey, { name, key: generateApiKey(count => randomBytes(count)) })
  const page = await env.open(ada, `/c/${collection}`)
  const main = page.getByRole('main')
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const choose = (name: string) => pressByKey(page.getByRole('menuitem', { name }))
  const confirm = (name: string | RegExp) =>
    pressByKey(page.getByRole('dialog').getByRole('button', { name }))
  await main.getByText('Anna').first().waitFor()
  await waitForIdle(page)
  await expectFocusReturns(page, [
    button('Actions for Turf').first(),
    main.getByRole('button', { name: 'Newest first' }),
    main.getByRole('button', { name: 'Filter' }),
    main.getByRole('button', { name: 'Share' }).first(),
  ])

  // The last link of a list, and the list with it.
  for (const name of ['Anna', 'Berta']) {
    await pressByKey(button(`Actions for ${name}`))
    await choose('Trash')
    await confirm('Trash')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expectFocus(page)
  }

  await pressByKey(button('Actions for the search'))
  await choose('Delete')
  await button('Actions for the search').waitFor({ state: 'detached' })
  await expectFocus(page)

  await page.goto('/tags')
  for (const name of ['maps', 'trains']) {
    await pressByKey(button(`Actions for #${name}`))
    await choose('Delete')
    await confirm('Delete')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expectFocus(page)
  }

  await page.goto('/settings?tab=keys')
  for (let count = 2; count > 0; count--) {
    await pressByKey(main.getByRole('button', { name: /^Delete the key/ }).first())
    await confirm('Delete')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expectFocus(page)
  }
})

test('WCAG 2.4.3 a control leaves the focus to the part around it when the page removes or disables it', async () => {
  const page = await env.open(ada, '/dashboard')
  await page.getByText('Recent links').waitFor()
  await waitForIdle(page)
  const readFocus = () => page.evaluate(() => document.activeElement?.id ?? '')
  /** Adds a panel with a button to the page, and focuses the button. */
  const addPanel = () =>
    page.evaluate(() => {
      const panel = Object.assign(document.createElement('section'), { id: 'panel', tabIndex: -1 })
      const control = Object.assign(document.createElement('button'), { id: 'control', textContent: 'Press' })
      panel.append(control)
      document.querySelector('main')!.append(panel)
      control.focus()
    })
  await addPanel()
  await page.evaluate(() => document.getElementById('control')!.remove())
  await expect.poll(readFocus).toBe('panel')
  await page.evaluate(() => document.getElementById('panel')!.remove())
  await expect.poll(readFocus).toBe('main')
  await addPanel()
  await page.evaluate(() => ((document.getElementById('control') as HTMLButtonElement).disabled = true))
  await expect.poll(readFocus).toBe('panel')
})
