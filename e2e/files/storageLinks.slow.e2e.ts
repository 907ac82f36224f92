import { getLink, trashLinks } from '@nestmark/contract/links/links'
import { getStorage } from '@nestmark/contract/session'
import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { saveFile, toAudio } from '../../apps/server/src/test/support/files.ts'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection } from '../support/collectionFixture.ts'
import { closeAll, openMenu, press } from '../support/menuCheck.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  saveScreenshot,
  useEnvironment,
} from '../support/testEnvironment.ts'

const env = useEnvironment()

const longName = 'Recordings of the northern birds, made before dawn'
const hebrew = 'הקלטות של ציפורים בצפון, לפני עלות השחר'
const used = async (person: Person) => (await person.call(getStorage, {})).storage_used
const regionOf = (page: Page) => page.getByRole('region', { name: 'Links, largest first' })
const titlesOf = (links: Locator) => links.getByRole('listitem').getByRole('link').allInnerTexts()
const rowOf = (links: Locator, name: string) => links.getByRole('listitem').filter({ hasText: name })

const widths = [
  [1440, false],
  [390, true],
] as const

/** Presses an entry of the open menu. */
const choose = (page: Page, label: string) =>
  press(page, page.getByRole('menu').getByText(label, { exact: true }))

test('UPL-09 a collection with its descendants filters the list, and both controls show it', async () => {
  const ada = await env.signIn('ada', 2)
  const long = await addCollection(ada, longName)
  const deep = await addCollection(ada, 'Curlews', long)
  const right = await addCollection(ada, hebrew)
  await addCollection(ada, 'Nothing stored')
  await saveFile(env.app, ada, toAudio(3_000_000), { name: 'Dawn', parent: long })
  await saveFile(env.app, ada, toAudio(2_000_000), { name: 'Call', parent: deep })
  await saveFile(env.app, ada, toAudio(1_000_000), { name: 'שיר', parent: right })
  const page = await env.open(ada, '/settings?tab=storage', { width: 390, dark: true, height: 900 })
  const links = regionOf(page)
  await expect.poll(() => titlesOf(links)).toEqual(['Dawn', 'Call', 'שיר'])
  const filter = links.getByRole('button', { name: /^In: / })
  expect(await filter.innerText()).toBe('All collections')
  const picker = page.getByRole('dialog', { name: 'Choose a collection' })
  const pick = async (name: string) => {
    await press(page, filter)
    await picker.getByRole('searchbox').fill(name.slice(0, 8))
    await saveScreenshot(page, 'storage-collections')
    await press(page, picker.getByRole('option', { name }))
    await picker.waitFor({ state: 'detached' })
  }
  await pick('Recordings')
  await expect.poll(() => titlesOf(links)).toEqual(['Dawn', 'Call'])
  expect(await filter.innerText()).toBe(longName)
  const byCollection = page.getByRole('region', { name: 'By collection' })
  const pressed = () => byCollection.locator('[aria-pressed=true]').allInnerTexts()
  expect((await pressed()).join()).toContain('Recordings')
  await links.scrollIntoViewIfNeeded()
  await saveScreenshot(page, 'storage-long-name')
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)

  // The other control changes the same filter.
  await press(page, byCollection.getByRole('button', { name: hebrew }))
  await expect.poll(() => titlesOf(links)).toEqual(['שיר'])
  expect(await filter.innerText()).toBe(hebrew)
  await pick('Nothing stored')
  await links.getByText('Nothing here').waitFor()
  expect(await pressed()).toEqual([])

  // Esc closes the picker only, and the button has the focus again.
  await press(page, filter)
  await picker.waitFor()
  await page.keyboard.press('Escape')
  await picker.waitFor({ state: 'detached' })
  await expect.poll(() => filter.evaluate(button => button === document.activeElement)).toBe(true)
  await press(page, filter)
  await press(page, picker.getByRole('button', { name: 'All collections' }))
  await expect.poll(() => titlesOf(links)).toEqual(['Dawn', 'Call', 'שיר'])
  await page.close()
})

test.each(widths)(
  'UPL-09 the menu of a row opens, shows, removes and trashes its link, each with its undo; %i px, dark: %s',
  async (width, dark) => {
    const ada = await env.signIn('ada', 2)
    const sounds = await addCollection(ada, 'Soundscapes')
    const dawn = await saveFile(env.app, ada, toAudio(3_000_000), { name: 'Dawn', parent: sounds })
    const atRoot = await saveFile(env.app, ada, toAudio(2_000_000), { name: 'At the top' })
    const lost = await saveFile(env.app, ada, toAudio(1_000_000), { name: 'Lost', parent: sounds })
    await ada.call(trashLinks, { linkIdArr: [lost._id] })
    const before = await used(ada)
    const page = await env.open(ada, '/settings?tab=storage', { width, dark, height: 900 })
    const links = regionOf(page)
    const dots = (name: string) => links.getByRole('button', { name: `Actions for ${name}` })
    await dots('Dawn').waitFor()

    const { entries } = await openMenu(page, dots('Dawn'))
    expect(entries.map(entry => [entry.label, entry.href])).toEqual([
      ['Open', `/l/${dawn._id}`],
      ['Show in collection', `/c/${sounds}`],
      ['Remove files, keep link', null],
      ['Trash', null],
    ])
    await saveScreenshot(page, `storage-menu-${width}`)
    await expectAccessible(page)
    await closeAll(page)
    expect((await openMenu(page, dots('At the top'))).entries[1]!.href).toBe('/dashboard')
    await closeAll(page)
    expect((await openMenu(page, dots('Lost'))).entries.map(entry => entry.label)).toEqual([
      'Open',
      'Show in trash',
      'Remove files, keep link',
    ])
    await closeAll(page)

    await openMenu(page, dots('Dawn'))
    await choose(page, 'Remove files, keep link')
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^Remove the files of “.+”\?$/).waitFor()
    await press(page, dialog.getByRole('button', { name: 'Remove files' }))
    await expect.poll(() => titlesOf(links)).toEqual(['At the top', 'Lost'])
    expect((await ada.call(getLink, { link_id: dawn._id })).link.isFile).toBe(0)
    await press(page, page.getByRole('button', { name: 'Undo' }))
    await expect.poll(() => titlesOf(links)).toEqual(['Dawn', 'At the top', 'Lost'])
    expect(await used(ada)).toBe(before)

    await openMenu(page, dots('At the top'))
    await choose(page, 'Trash')
    await dialog.getByText('Move “At the top” to trash?').waitFor()
    await press(page, dialog.getByRole('button', { name: 'Trash' }))
    await rowOf(links, 'At the top').getByText('In the trash').waitFor()
    await press(page, page.getByRole('button', { name: 'Undo' }))
    await rowOf(links, 'At the top').getByText('In the trash').waitFor({ state: 'detached' })
    expect((await ada.call(getLink, { link_id: atRoot._id })).link.is_trash).toBe(0)

    if (width > 820) await checkContextMenus(page, links)
    else await checkLongPress(page, links)
    await page.close()
  },
)

test('UPL-09 the focus stays in the list after a removal and its undo', async () => {
  const ada = await env.signIn('ada', 2)
  for (const [index, name] of ['Dawn', 'Noon', 'Dusk'].entries())
    await saveFile(env.app, ada, toAudio(3_000_000 - index * 90_000), { name })
  const page = await env.open(ada, '/settings?tab=storage', { height: 900 })
  const links = regionOf(page)
  const focused = () => page.evaluate(() => document.activeElement?.closest('li')?.textContent ?? '')
  const remove = async (name: string) => {
    await links.getByRole('button', { name: `Actions for ${name}` }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Remove files, keep link' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove files' }).press('Enter')
    await rowOf(links, name).waitFor({ state: 'detached' })
  }
  await remove('Noon')
  await expect.poll(focused).toContain('Dusk')
  await page.getByRole('button', { name: 'Undo' }).last().press('Enter')
  await expect.poll(() => titlesOf(links)).toEqual(['Dawn', 'Noon', 'Dusk'])
  await expect.poll(focused).toMatch(/Noon|Dusk/)
  await remove('Dusk')
  await expect.poll(focused).toContain('Noon')
  // The entry of the removal disappears when its files are back.
  await page.getByRole('button', { name: 'Restore' }).first().press('Enter')
  await expect.poll(() => titlesOf(links)).toEqual(['Dawn', 'Noon', 'Dusk'])
  await expect
    .poll(() => page.evaluate(() => document.querySelector('main')?.contains(document.activeElement)))
    .toBe(true)
  expect(await page.evaluate(() => document.activeElement?.id)).not.toBe('main')
  await page.close()
})

/** Right click and Shift+F10 open the menu of a row; of a selected row that of the selection. */
async function checkContextMenus(page: Page, links: Locator): Promise<void> {
  const menu = page.getByRole('menu')
  await rowOf(links, 'Dawn').click({ button: 'right', position: { x: 300, y: 20 } })
  await menu.getByText('Show in collection').waitFor()
  expect(await menu.getAttribute('aria-label')).toBe('Actions for Dawn')
  await closeAll(page)
  const title = rowOf(links, 'At the top').getByRole('link')
  await title.focus()
  await page.keyboard.press('Shift+F10')
  await menu.getByText('Show in collection').waitFor()
  expect(await menu.getAttribute('aria-label')).toBe('Actions for At the top')
  await page.keyboard.press('Escape')
  await expect.poll(() => title.evaluate(link => link === document.activeElement)).toBe(true)
  await links.getByRole('checkbox', { name: 'Select Dawn' }).check()
  await rowOf(links, 'At the top').click({ button: 'right', position: { x: 300, y: 20 } })
  await menu.getByText('Remove files, keep links').waitFor()
  await menu.getByText('2 selected').waitFor()
  await closeAll(page)
}

/** A long press selects a row. */
async function checkLongPress(page: Page, links: Locator): Promise<void> {
  const title = rowOf(links, 'Dawn').getByRole('link')
  await title.dispatchEvent('pointerdown', { pointerType: 'touch', isPrimary: true, bubbles: true })
  await page
    .getByRole('toolbar')
    .getByText(/^1 selected/)
    .waitFor()
  await title.dispatchEvent('pointerup', { pointerType: 'touch', isPrimary: true, bubbles: true })
}

test('UPL-09 the page removes files that nobody opened for a year only from their list', async () => {
  const ada = await env.signIn('ada', 2)
  const sounds = await addCollection(ada, 'Soundscapes')
  const save = (name: string, size: number) => saveFile(env.app, ada, toAudio(size), { name, parent: sounds })
  await save(longName, 3_000_000)
  const opened = await save('Opened', 2_000_000)
  const lost = await save('Lost', 1_000_000)
  await ada.call(trashLinks, { linkIdArr: [lost._id] })
  const old = env.app.clock.now - 366 * 24 * 3_600_000
  await env.app.services.db.write(async tx => {
    await sql`update files set created_at = ${old} where owner_id = ${ada.id}`.execute(tx)
    await sql`update files set opened_at = ${env.app.clock.now} where link_id = ${opened._id}`.execute(tx)
  })
  const before = await used(ada)
  const page = await env.open(ada, '/settings?tab=storage', { width: 390, dark: true, height: 900 })
  const cleanUp = page.getByRole('region', { name: 'Clean up' })
  const unopened = cleanUp.getByRole('checkbox', { name: 'Files nobody has opened for a year' })
  await unopened.waitFor()
  const show = cleanUp.getByRole('button', { name: 'Show the files' })
  expect(await show.isDisabled()).toBe(true)
  await cleanUp.getByRole('checkbox', { name: 'Trash' }).check()
  const dialog = page.getByRole('dialog', { name: 'Files to clean up' })
  const names = () => dialog.getByRole('listitem').getByRole('link').allInnerTexts()
  await press(page, show)
  await expect.poll(names).toEqual(['Lost'])
  await closeAll(page)
  await unopened.check()
  await cleanUp.getByText('4.00 Mb will be free.').waitFor()
  await cleanUp.scrollIntoViewIfNeeded()
  await saveScreenshot(page, 'storage-clean-up')
  await expectNoHorizontalScroll(page)

  // The list is the question.
  await press(page, cleanUp.getByRole('button', { name: 'Clean up 4.00 Mb' }))
  await expect.poll(names).toEqual([longName, 'Lost'])
  await dialog.getByText('In 2 links.').waitFor()
  await saveScreenshot(page, 'storage-files')
  await expectAccessible(page)
  await press(page, dialog.getByRole('button', { name: 'Cancel' }))
  await dialog.waitFor({ state: 'detached' })
  expect(await used(ada)).toBe(before)
  await press(page, show)
  await press(page, dialog.getByRole('button', { name: 'Clean up 4.00 Mb' }))
  await expect.poll(() => titlesOf(regionOf(page))).toEqual(['Opened'])
  await cleanUp.waitFor({ state: 'detached' })
  await press(page, page.getByRole('button', { name: 'Undo' }))
  await expect.poll(() => titlesOf(regionOf(page))).toEqual([longName, 'Opened', 'Lost'])
  expect(await used(ada)).toBe(before)
  await page.close()
})
