import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { checkMenu, findMenu, press, selectEntry } from '../support/menuCheck.ts'
import { createSharedLibrary, type SharedLibrary } from '../support/sharedLibraryFixture.ts'
import { findHeading } from '../support/pageElements.ts'
import { useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()
let library: SharedLibrary
beforeAll(async () => {
  library = await createSharedLibrary(env)
})

const phone = { width: 390, height: 844 }
const desktop = { width: 1440, height: 900 }

async function expectInsideWindow(page: Page, panel: Locator): Promise<void> {
  await panel.waitFor()
  await expect.poll(() => panel.evaluate(each => each.getAnimations().length)).toBe(0)
  const box = (await panel.boundingBox())!
  const { width, height } = page.viewportSize()!
  expect([box.x >= 0, box.y >= 0, box.x + box.width <= width, box.y + box.height <= height]).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(box.height).toBeGreaterThan(40)
}

test('COL-04 a tap opens the menu of a tree row', async () => {
  const page = await env.open(library.ada, '/dashboard', phone)
  await page.getByRole('navigation', { name: 'Main' }).getByText('Collections').tap()
  const row = page.getByRole('treeitem', { name: /Archive/ })
  await row.getByTitle('More').tap()
  await findMenu(page).waitFor()
  const { entries } = await checkMenu(page)
  expect(entries.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['Share', 'Activity', 'Add a collection here', 'Edit', 'Move', 'Trash']),
  )
  const edit = entries.find(({ label }) => label === 'Edit')!
  await selectEntry(page, row.getByTitle('More'), edit)
  expect(new URL(page.url()).pathname).toBe('/dashboard')
})

test.each([phone, desktop])(
  'SAVE-05 the popovers of the form fields are inside the window at $width px',
  async size => {
    const page = await env.open(library.ada, '/add-link/?type=3', size)
    const tags = page.getByPlaceholder('#add-tag')
    await tags.fill('ro')
    await expectInsideWindow(page, page.locator('[popover]').filter({ has: page.getByRole('listbox') }))
    const option = page.getByRole('option', { name: /roof/ })
    await press(page, option)
    await page.getByText('#roof').first().waitFor()
    await press(page, page.getByRole('button', { name: /^Collection/ }))
    await expectInsideWindow(page, page.locator('[popover]:popover-open'))
    await press(page, page.getByRole('treeitem', { name: /Archive/ }))
    await page.getByRole('button', { name: /^Collection: Archive/ }).waitFor()
  },
)

test.each([phone, desktop])(
  'SRCH-07 the search suggestions are inside the window at $width px',
  async size => {
    const page = await env.open(library.ada, '/search/', size)
    await page.getByRole('combobox', { name: 'Search everything' }).fill('archi')
    const option = page.getByRole('option', { name: /Archive/ }).first()
    await option.waitFor()
    // The first results replace the empty page, and the list moves to them.
    await page.waitForURL(/q=archi/)
    const isInside = async () => {
      const box = await page.getByRole('listbox', { name: 'Suggestions' }).boundingBox()
      return box !== null && box.x >= 0 && box.x + box.width <= size.width
    }
    await expect.poll(isInside).toBe(true)
    await press(page, option)
    await findHeading(page, 'Archive').waitFor()
  },
)
