import { listDashboardLinks, saveLink } from '@nestmark/contract/links/links'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection } from '../support/collectionFixture.ts'
import { findCard } from '../support/pageElements.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  phoneViewports,
  saveScreenshot,
  useEnvironment,
  waitForIdle,
} from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada')
})

const readLinks = async () => (await ada.call(listDashboardLinks, {})).links
const findToast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

/** Opens a page and waits until its code for pasting is loaded. */
async function openPage(path: string, width: number, dark: boolean): Promise<Page> {
  const page = await env.open(ada, path, { width, height: 844, dark })
  // The code that handles pasting also asks for access to the clipboard when the window gets the focus.
  const question = page.getByRole('dialog', { name: /read from clipboard/ })
  await expect
    .poll(async () => {
      await page.evaluate(() => void window.dispatchEvent(new Event('focus')))
      await waitForIdle(page)
      return question.count()
    })
    .toBe(1)
  await question.getByRole('button', { name: 'No' }).click()
  await question.waitFor({ state: 'detached' })
  return page
}
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(value => navigator.clipboard.writeText(value), text)
  await page.keyboard.press('Control+V')
}

test('NAV-14 Ctrl+Z undoes the last change, also one that only its toast can undo', async () => {
  await ada.call(saveLink, { name: 'An old link', link: 'https://example.org/old', category: 3 })
  const page = await openPage('/dashboard', 1440, false)
  await findCard(page, 'An old link').getByRole('link').first().focus()
  await page.keyboard.press('Delete')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /trash|delete/i })
    .click()
  await expect.poll(async () => (await readLinks()).length).toBe(0)
  // A dialog keeps what is pasted to itself.
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await paste(page, 'https://example.org/new')
  await findToast(page, 'example.org/new').waitFor()
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await readLinks()).length).toBe(0)
  // Trashing the new link is now the last change, and its toast is shown.
  await findToast(page, 'example.org/new').waitFor({ state: 'detached' })
  await waitForIdle(page)
  await page.keyboard.press('Control+z')
  await expect
    .poll(async () => (await readLinks()).map(link => link.link))
    .toEqual(['https://example.org/new'])
})

for (const [width, dark] of phoneViewports)
  test(`SAVE-07 saves a pasted address immediately in the open collection, at ${width}${dark ? ', dark' : ''}`, async () => {
    const roofs = await addCollection(ada, 'Roofs')
    await addCollection(ada, 'Walls')
    const page = await openPage(`/c/${roofs}`, width, dark)
    await paste(page, '  https://www.youtube.com/watch?v=dQw4w9WgXcQ ')
    const saved = findToast(page, 'Saved in Roofs · youtube.com/watch')
    await saved.getByRole('button', { name: 'Tag' }).waitFor()
    await saveScreenshot(page, `paste-${width}-${dark ? 'dark' : 'light'}`)
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await expect
      .poll(async () => (await readLinks()).map(link => [link.parent, link.category]))
      .toEqual([[roofs, 2]])

    // Besides typing, a collection and a tag take four keys and taps: Control+V, Tag, Enter, Enter.
    await saved.getByRole('button', { name: 'Tag' }).click()
    const field = page.getByRole('dialog').getByRole('combobox', { name: 'Tags' })
    await expect.poll(() => field.evaluate(input => input === document.activeElement)).toBe(true)
    await page.keyboard.type('reed')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await readLinks())[0]?.tags.map(tag => tag.name)).toEqual(['reed'])
  })

test('SAVE-07 Undo trashes a pasted address, and Move opens the collection picker', async () => {
  const page = await openPage('/dashboard', 1440, false)
  await paste(page, 'https://example.org/one')
  const first = findToast(page, 'Link was added successfully')
  await first.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await readLinks()).length).toBe(0)
  await paste(page, 'example.org/two')
  await findToast(page, 'Link was added successfully').getByRole('button', { name: 'Move' }).click()
  await page.getByRole('dialog').waitFor()
  await paste(page, 'https://example.org/in-a-dialog')
  await page.keyboard.press('Escape')
  await waitForIdle(page)
  expect((await readLinks()).map(link => link.link)).toEqual(['http://example.org/two'])
})

test('SAVE-07 saves a saved address again on request only, and does not change fields and other texts', async () => {
  await ada.call(saveLink, { name: 'Turf houses', link: 'https://example.org/turf', category: 3 })
  const page = await openPage('/dashboard', 1440, false)
  await findCard(page, 'Turf houses').waitFor()
  await paste(page, 'https://example.org/turf')
  const known = findToast(page, 'Already saved in')
  await known.getByRole('button', { name: 'Open' }).waitFor()
  expect(await readLinks()).toHaveLength(1)
  await known.getByRole('button', { name: 'Save again' }).click()
  await expect.poll(async () => (await readLinks()).length).toBe(2)

  await paste(page, 'a note about https://example.org/roofs')
  await findToast(page, 'Not a web address').waitFor()
  const field = page
    .getByRole('searchbox')
    .or(page.getByRole('combobox', { name: /Search/ }))
    .first()
  await field.focus()
  await paste(page, 'https://example.org/in-a-field')
  await expect.poll(() => field.inputValue()).toBe('https://example.org/in-a-field')
  await waitForIdle(page)
  expect(await readLinks()).toHaveLength(2)
})

test('SAVE-07 saves what the user pastes before the code for pasting has loaded, and nothing in a field', async () => {
  const roofs = await addCollection(ada, 'Roofs')
  const page = await env.open(ada, '/dashboard', { fresh: true })
  let deliver = () => {}
  const isHeld = new Promise<void>(report => {
    void page.route('**/assets/*.js', async route => {
      const response = await route.fetch()
      const body = await response.text()
      if (body.includes('Not a web address')) await new Promise<void>(done => report(void (deliver = done)))
      await route.fulfill({ response, body })
    })
  })
  await page.goto(`/c/${roofs}`)
  await isHeld
  // A separate field: the search field would open the results of what is pasted.
  const field = await page.evaluateHandle(() => document.body.appendChild(document.createElement('input')))
  await field.evaluate(input => input.focus())
  await paste(page, 'https://example.org/in-a-field')
  await field.evaluate(input => input.blur())
  await paste(page, 'https://example.org/early')
  deliver()
  await findToast(page, 'Saved in Roofs · example.org/early').waitFor()
  await waitForIdle(page)
  expect((await readLinks()).map(({ link, parent }) => [link, parent])).toEqual([
    ['https://example.org/early', roofs],
  ])
})

test('SAVE-01 does not lose keys that immediately follow the first Control+L', async () => {
  for (const typed of ['37signals.example', 'example.org/reeds']) {
    const page = await env.open(ada, '/dashboard', { fresh: true })
    const { promise: isTyped, resolve: deliver } = Promise.withResolvers<void>()
    await page.route('**/dialogs-*.js', async route => {
      await isTyped
      await route.fallback()
    })
    const isAsked = page.waitForRequest(/dialogs-.*\.js/)
    await page.reload()
    await page.getByText('Recent links').waitFor()
    await page.keyboard.press('Control+L')
    await isAsked
    await page.keyboard.type(typed)
    deliver()
    const field = page.getByRole('textbox', { name: 'Paste an address here', exact: true })
    await expect.poll(() => field.inputValue()).toBe(typed)
    await expect.poll(() => field.evaluate(input => input === document.activeElement)).toBe(true)
  }
})

test.each([820, 1340])('SAVE-07 the toast of a saved address covers no summary card, at %i', async width => {
  const page = await openPage('/dashboard', width, false)
  await paste(page, `https://example.org/${'a-long-path/'.repeat(8)}`)
  const saved = findToast(page, 'Saved in Dashboard')
  await saved.getByRole('button', { name: 'Move' }).waitFor()
  const toast = (await saved.boundingBox())!
  const card = (await page
    .getByRole('navigation', { name: 'Links by category' })
    .getByRole('link')
    .first()
    .boundingBox())!
  expect(toast.y + toast.height).toBeLessThanOrEqual(card.y)
  await saveScreenshot(page, `paste-toast-${width}`)
})

for (const [width, dark] of phoneViewports)
  test(`SAVE-01 does not truncate an address that begins with a digit, and a single digit chooses its category, at ${width}${dark ? ', dark' : ''}`, async () => {
    const page = await env.open(ada, '/dashboard', { width, height: 844, dark })
    await page.getByText('Recent links').waitFor()
    await page.keyboard.press('Control+L')
    const dialog = page.getByRole('dialog')
    const field = dialog.getByRole('textbox', { name: 'Paste an address here' })
    await field.waitFor()
    // On a touch screen the field does not open the keyboard by itself.
    await field.tap()
    await expect.poll(() => field.evaluate(input => input === document.activeElement)).toBe(true)
    await page.keyboard.type('127.0.0.1:4812/404')
    await saveScreenshot(page, `add-digits-${width}-${dark ? 'dark' : 'light'}`)
    await page.keyboard.press('Enter')
    const link = dialog.getByRole('textbox', { name: 'Link', exact: true })
    await expect.poll(() => link.inputValue()).toBe('127.0.0.1:4812/404')
    // The phone has no button back to the first step.
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+L')
    await field.waitFor()
    await field.fill('2')
    await saveScreenshot(page, `add-digit-${width}-${dark ? 'dark' : 'light'}`)
    await expectAccessible(page)
    await field.press('Enter')
    await dialog.getByRole('textbox', { name: 'Title' }).waitFor()
    await expect
      .poll(() => dialog.getByRole('radio', { name: 'Video' }).getAttribute('aria-checked'))
      .toBe('true')
  })

test('SAVE-09 stores a typed address as a draft when Esc closes the first step', async () => {
  const page = await env.open(ada, '/dashboard', { height: 844, fresh: true })
  await page.getByText('Recent links').waitFor()
  await page.keyboard.press('Control+L')
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('textbox', { name: 'Paste an address here' })
  await field.fill('example.org/typed')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await findToast(page, 'Your text is saved').getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => field.inputValue()).toBe('example.org/typed')
  await field.press('Enter')
  await expect
    .poll(() => dialog.getByRole('textbox', { name: 'Link', exact: true }).inputValue())
    .toBe('example.org/typed')
  // The preview shows the title that is proposed in the field.
  await dialog.getByRole('article').getByText('example.org/typed').first().waitFor()
  expect(await dialog.getByText('Untitled').count()).toBe(0)
})

test('NAV-06 the palette saves a pasted address into the collection of the page, with Enter', async () => {
  const peat = await addCollection(ada, 'Peat')
  const page = await openPage(`/c/${peat}`, 1440, false)
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Go to anything' })
  await field.waitFor()
  const address = 'https://peatandpaper.example/kilns'
  await paste(page, address)
  await page.getByRole('option', { name: `Save “${address}”`, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  const toast = findToast(page, 'peatandpaper.example/kilns')
  await toast.getByText('Peat').waitFor()
  await toast.getByRole('button', { name: 'Undo' }).click()
  await findCard(page, 'peatandpaper.example/kilns').waitFor({ state: 'detached' })
})
