import { createCollection } from '@nestmark/contract/collections'
import { listCollectionLinks, saveLink } from '@nestmark/contract/links/links'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { findCard } from '../support/pageElements.ts'
import { expectAccessible, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
let folder_id: string
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
  folder_id = (await ada.call(createCollection, { name: 'Trees' }))._id
  for (const name of ['Ash', 'Birch', 'Cedar', 'Elm'])
    await ada.call(saveLink, { name, link: `https://${name}.example`, category: 3, parent: folder_id })
})

/** Waits until the page and the server have this order. */
async function expectOrder(page: Page, expected: string): Promise<void> {
  const names = /Ash|Birch|Cedar|Elm/
  const shown = async () => {
    const cards = page.getByRole('main').getByRole('article')
    const boxes = await Promise.all(
      (await cards.all()).map(async card => ({
        box: await card.boundingBox(),
        name: names.exec(await card.innerText())?.[0],
      })),
    )
    return boxes
      .toSorted((a, b) => a.box!.y - b.box!.y || a.box!.x - b.box!.x)
      .map(each => each.name)
      .join(' ')
  }
  const stored = async () =>
    (await ada.call(listCollectionLinks, { folder_id, sort: 'hand', order: 2 })).links
      .map(link => link.name)
      .join(' ')
  await expect.poll(shown).toBe(expected)
  await expect.poll(stored).toBe(expected)
}

/** Drags a card onto a part of another one; `x` and `y` are fractions of its size. */
async function dragCard(page: Page, name: string, onto: string, { x, y }: { x: number; y: number }) {
  const from = (await findCard(page, name).boundingBox())!
  const to = (await findCard(page, onto).boundingBox())!
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 })
  await page.mouse.move(to.x + to.width * x, to.y + to.height * y, { steps: 3 })
  await page.mouse.up()
}

test('LINK-11 the user orders links by dragging in grid and list, by keys, and undoes it by Ctrl+Z', async () => {
  const page = await env.open(ada, `/c/${folder_id}`)
  await page.getByRole('button', { name: 'Newest first' }).click()
  await page.getByRole('menuitemradio', { name: 'By hand' }).click()
  await expectOrder(page, 'Ash Birch Cedar Elm')
  await dragCard(page, 'Elm', 'Birch', { x: 0.2, y: 0.4 })
  await expectOrder(page, 'Ash Elm Birch Cedar')
  await page.keyboard.press('Control+z')
  await expectOrder(page, 'Ash Birch Cedar Elm')
  await page.getByRole('radio', { name: 'List' }).click()
  for (const name of ['Ash', 'Cedar']) await page.getByRole('checkbox', { name: new RegExp(name) }).click()
  await dragCard(page, 'Ash', 'Elm', { x: 0.5, y: 0.8 })
  await expectOrder(page, 'Birch Elm Ash Cedar')
  await findCard(page, 'Cedar').locator('[data-main]').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expectOrder(page, 'Birch Elm Cedar Ash')
  await page.keyboard.press('Alt+ArrowUp')
  await expectOrder(page, 'Birch Cedar Elm Ash')
  await expectAccessible(page)
})

test('LINK-11 on a phone the menu of a link moves it', async () => {
  const page = await env.open(ada, `/c/${folder_id}?sort=hand`, { width: 390 })
  await expectOrder(page, 'Ash Birch Cedar Elm')
  const choose = async (name: string, action: string) => {
    await findCard(page, name)
      .getByRole('button', { name: /actions for/i })
      .first()
      .click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await choose('Cedar', 'Move to the top')
  await expectOrder(page, 'Cedar Ash Birch Elm')
  await choose('Ash', 'Move down')
  await expectOrder(page, 'Cedar Birch Ash Elm')
})
