import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink } from '../support/collectionFixture.ts'
import { findCard, findHeading } from '../support/pageElements.ts'
import { expectAccessible, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeAll(async () => {
  ada = await env.signIn('ada')
})

test('the carousel on the phone scrolls to a new collection', async () => {
  const id = await addCollection(ada, 'Houses')
  for (const name of ['Adobe', 'Brick', 'Cob', 'Daub', 'Earth']) await addCollection(ada, name, id)
  const page = await env.open(ada, `/c/${id}`, { width: 390, height: 844 })
  await findHeading(page, 'Houses').waitFor()
  await page.getByRole('button', { name: 'Create New Collection' }).tap()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Flint')
  await dialog.getByRole('button', { name: 'Save' }).tap()
  const card = page.getByRole('article').filter({ hasText: 'Flint' })
  await card.waitFor()
  await expect
    .poll(async () => {
      const box = (await card.boundingBox())!
      return box.x >= 0 && box.x + box.width <= 390
    })
    .toBe(true)
})

test('COL-02 more than eight detailed subcollections are one strip, which buttons and Tab scroll', async () => {
  const attic = await addCollection(ada, 'Attic')
  for (let n = 1; n <= 9; n++) await addCollection(ada, `Box ${n}`, attic)
  await addLink(ada, 'Planks', attic)
  const page = await env.open(ada, `/c/${attic}`, { height: 700 })
  await findCard(page, 'Planks').waitFor()
  const cards = page.getByRole('article').filter({ hasText: 'Box' })
  await expect.poll(() => cards.count()).toBe(9)
  const tops = await cards.evaluateAll(all => all.map(card => card.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'More collections' }).click()
  await page.getByRole('button', { name: 'Previous collections' }).click()
  await cards.last().getByRole('link').focus()
  await expect.poll(async () => (await cards.last().boundingBox())!.x).toBeLessThan(1440 - 252)
  await page.getByRole('button', { name: 'More collections' }).waitFor({ state: 'detached' })
})
