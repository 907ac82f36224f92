import { getCollection, listSubcollections } from '@nestmark/contract/collections'
import { saveLink } from '@nestmark/contract/links/links'
import { beforeEach, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { findCard } from '../support/pageElements.ts'
import { addCollection } from '../support/collectionFixture.ts'
import { expectAccessible, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
})

test('COL-02 COL-08 keyboard, menu and dragging change the manual order of collections', async () => {
  const collection = await addCollection(ada, 'Place')
  for (const name of ['Ash', 'Birch', 'Cedar']) await addCollection(ada, name, collection)
  const readStoredOrder = async () =>
    (await ada.call(listSubcollections, { folder_id: collection, sort: 'hand', order: 2 })).folders.map(
      each => each.name,
    )
  const page = await env.open(ada, `/c/${collection}`)
  await page.getByRole('button', { name: 'Last changed' }).click()
  await page.getByRole('menuitemradio', { name: 'By hand' }).click()
  const main = page.getByRole('main')
  const readShownOrder = async () => {
    const texts = await main.getByRole('link', { name: /Ash|Birch|Cedar/ }).allInnerTexts()
    return texts.map(text => /Ash|Birch|Cedar/.exec(text)?.[0])
  }
  const expectOrder = async (expected: string[]) => {
    await expect.poll(readShownOrder).toEqual(expected)
    await expect.poll(readStoredOrder).toEqual(expected)
  }
  await expectOrder(['Ash', 'Birch', 'Cedar'])
  await main.getByRole('link', { name: 'Cedar' }).focus()
  await page.keyboard.press('Alt+ArrowLeft')
  await expectOrder(['Ash', 'Cedar', 'Birch'])
  await main.getByRole('button', { name: 'Actions for Ash' }).click()
  await page.getByRole('menuitem', { name: 'Move down' }).click()
  await expectOrder(['Cedar', 'Ash', 'Birch'])
  const from = (await findCard(page, 'Birch').boundingBox())!
  const to = (await findCard(page, 'Cedar').boundingBox())!
  await page.mouse.move(from.x + 40, from.y + 30)
  await page.mouse.down()
  await page.mouse.move(to.x + 30, to.y + 30, { steps: 6 })
  await page.mouse.move(to.x - 4, to.y + 30, { steps: 3 })
  await page.mouse.up()
  await expectOrder(['Birch', 'Cedar', 'Ash'])
  await expectAccessible(page)
})

test('COL-08 COL-09 an empty selection shows a notice; a bulk action trashes all collections and Undo restores them', async () => {
  const collection = await addCollection(ada, 'Place')
  for (let n = 0; n < 8; n++) await addCollection(ada, `Child ${n}`, collection)
  const page = await env.open(ada, `/c/${collection}`)
  await page.getByRole('button', { name: 'Select', exact: true }).first().click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Trash' }).click()
  await page.getByRole('dialog').getByText('Choose atleast one folder').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click()
  await page.getByRole('button', { name: 'Select all 8' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Trash' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Trash' }).click()
  await page.getByText('8 collections were trashed successfully').waitFor()
  const count = async () => (await ada.call(getCollection, { folder_id: collection })).folder.folder_count
  expect(await count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(count).toBe(8)
})

test('COL-02 the card to create a collection takes no separate row above the links', async () => {
  const parent = await addCollection(ada, 'Place')
  for (const name of ['Ash', 'Birch', 'Cedar']) await addCollection(ada, name, parent)
  await ada.call(saveLink, { name: 'Oak', link: 'https://example.org', category: 3, parent })
  const page = await env.open(ada, `/c/${parent}`)
  await findCard(page, 'Oak').waitFor()
  const main = page.getByRole('main')
  const create = main.getByRole('button', { name: 'Create New Collection' })
  const readTop = async () => (await main.getByRole('heading', { name: /^Links/ }).boundingBox())!.y
  await create.waitFor()
  const before = await readTop()
  // The fourth collection fills the row.
  await addCollection(ada, 'Elm', parent)
  await findCard(page, 'Elm').waitFor()
  await create.waitFor()
  expect(await create.count()).toBe(1)
  expect(await readTop()).toBe(before)
  await create.click()
  await page.getByRole('dialog').getByLabel('Name').waitFor()
  await page.keyboard.press('Escape')
  await expectAccessible(page)

  const empty = await addCollection(ada, 'No subcollections')
  await ada.call(saveLink, { name: 'Larch', link: 'https://example.org', category: 3, parent: empty })
  const phone = await env.open(ada, `/c/${empty}`, { width: 390 })
  await findCard(phone, 'Larch').waitFor()
  expect(await phone.getByRole('main').getByRole('button', { name: 'Create New Collection' }).count()).toBe(0)
})

test('COL-02 a tap on the picture of a collection card opens it', async () => {
  const page = await env.open(ada, '/dashboard', { width: 390 })
  const card = page.getByRole('main').getByRole('article').filter({ hasText: 'My First Folder' }).first()
  await card.waitFor()
  const box = (await card.boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + 30]
  await page.touchscreen.tap(x, y)
  await page.waitForURL(/\/c\//)
})
