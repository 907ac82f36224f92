import { setPermissions } from '@nestmark/contract/sharing/share'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { createNestedCollections } from '../support/nestedCollectionsFixture.ts'
import { findHeading } from '../support/pageElements.ts'
import { addCollection } from '../support/collectionFixture.ts'
import { expectAccessible, expectNoHorizontalScroll, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
let research: string
beforeAll(async () => {
  ;({ ada, research } = await createNestedCollections(env))
})

test('NAV-02 the keyboard expands the tree level by level and opens a collection, whose breadcrumb shows', async () => {
  const page = await env.open(ada, '/dashboard')
  const tree = page.getByRole('tree')
  await tree.getByRole('treeitem', { name: /Research/ }).focus()
  await page.keyboard.press('ArrowRight')
  await tree.getByRole('treeitem', { name: /Vernacular building/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await findHeading(page, 'Cold climates').waitFor()
  const crumbs = page.getByRole('navigation', { name: /breadcrumb/i })
  expect((await crumbs.innerText()).split(/\s*\n\s*/)).toEqual([
    'Dashboard',
    'Research',
    'Vernacular building',
    'Cold climates',
  ])
  await expectAccessible(page)
})

test('NAV-03 the sidebar is 220 px wide when open and 60 px when closed, also after a reload', async () => {
  const page = await env.open(ada, '/dashboard')
  const sidebar = page.locator('aside, [data-sidebar]').first()
  const readWidth = async () => Math.round((await sidebar.boundingBox())!.width)
  await page.getByRole('button', { name: 'Close the sidebar' }).waitFor()
  expect(await readWidth()).toBe(220)
  await page.getByRole('button', { name: 'Close the sidebar' }).click()
  await page.getByRole('button', { name: 'Open the sidebar' }).waitFor()
  await expect.poll(readWidth).toBe(60)
  expect(
    await sidebar
      .getByRole('navigation')
      .getByRole('link')
      .evaluateAll(all => all.map(each => each.getAttribute('aria-label'))),
  ).toEqual([
    'Favourites',
    'Highlights',
    'Tags',
    'Suggestions',
    'Tidy',
    'Duplicate links',
    'Broken links',
    'Trash',
  ])
  await page.reload()
  await page.getByRole('button', { name: 'Open the sidebar' }).waitFor()
  expect(await readWidth()).toBe(60)
})

test('NAV-02 NAV-03 the tree of the closed sidebar scrolls to the open collection', async () => {
  const willem = await env.signIn('willem', 2)
  for (let n = 0; n < 60; n++) await addCollection(willem, `Archive ${String(n).padStart(2, '0')}`)
  const last = await addCollection(willem, 'Archive at the end')
  await addCollection(willem, 'Box on it', last)
  const page = await env.open(willem, `/c/${last}`, { width: 1000 })
  await page.getByRole('heading', { name: 'Archive at the end' }).waitFor()
  await page.getByRole('button', { name: 'Collections', exact: true }).click()
  const row = page.getByRole('treeitem', { name: /Archive at the end/ })
  const isInView = (name: RegExp) =>
    page.getByRole('treeitem', { name }).evaluate(element => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
  await row.waitFor()
  await expect.poll(() => isInView(/Archive at the end/)).toBe(true)
  expect(await isInView(/Box on it/)).toBe(true)
  await row.click()
  await row.waitFor({ state: 'hidden' })
})

test('NAV-02 the breadcrumb on the phone names the parent, with an ellipsis only for further ancestors', async () => {
  const page = await env.open(ada, `/c/${research}`, { width: 390, height: 844 })
  const bar = page.getByRole('banner')
  await bar.getByRole('link', { name: 'Dashboard' }).waitFor()
  expect(await bar.getByText('…').count()).toBe(0)
  await page
    .getByRole('link', { name: /Vernacular building/ })
    .first()
    .click()
  await bar.getByRole('link', { name: 'Research' }).waitFor()
  expect(await bar.getByText('…').count()).toBe(1)
})

test('NAV-02 a dialog of the tree’s menu opens above the drawer', async () => {
  const page = await env.open(ada, '/dashboard', { width: 390, height: 844 })
  for (const entry of ['Edit', 'Move', 'Trash']) {
    await page.getByRole('navigation', { name: 'Main' }).getByText('Collections').click()
    await page
      .getByRole('tree')
      .getByRole('treeitem', { name: /Research/ })
      .getByTitle('More')
      .tap()
    await page.getByRole('menuitem', { name: entry, exact: true }).tap()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).tap()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  }
})

test('NAV-02 the drawer shows the shared collections in full below a long tree', async () => {
  const [rosa, wim] = [await env.signIn('rosa', 2), await env.signIn('wim', 2)]
  for (let nth = 0; nth < 30; nth++) await addCollection(wim, `Attic ${nth}`)
  const shared = await addCollection(rosa, 'Slaapwagens')
  await rosa.call(setPermissions, { folder_id: shared, read: 1, write: 0, read_members: [wim.id] })
  const page = await env.open(wim, '/dashboard', { width: 390, height: 844 })
  await page.getByRole('navigation', { name: 'Main' }).getByText('Collections').click()
  const row = page.getByRole('treeitem', { name: /Slaapwagens/ })
  await row.waitFor()
  const isInTree = () =>
    row.evaluate(each => {
      const [inner, outer] = [each, each.closest('[role=tree]')!.parentElement!].map(box =>
        box.getBoundingClientRect(),
      )
      return inner!.top >= outer!.top && inner!.bottom <= outer!.bottom + 1
    })
  await expect.poll(isInTree).toBe(true)
})

test('NAV-02 the navigation bar opens the drawer, and the page does not scroll sideways at 320 px', async () => {
  for (const width of [390, 320]) {
    const page = await env.open(ada, '/dashboard', { width, height: 844 })
    await page.getByText('Recent links').waitFor()
    await expectNoHorizontalScroll(page)
    await page.getByRole('navigation', { name: 'Main' }).getByText('Collections').click()
    await page
      .getByRole('tree')
      .getByRole('treeitem', { name: /Research/ })
      .waitFor()
    await expectAccessible(page)
  }
})
