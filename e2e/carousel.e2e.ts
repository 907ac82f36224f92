import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/test/support/people.ts'
import { addCollection } from './collectionFixture.ts'
import { findHeading } from './pageElements.ts'
import { useEnvironment } from './testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeAll(async () => {
  ada = await env.signIn('ada')
})

test('the carousel on the phone scrolls to a collection that was just created', async () => {
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
