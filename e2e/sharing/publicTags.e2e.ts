import { setPermissions } from '@nestmark/contract/sharing/share'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink } from '../support/collectionFixture.ts'
import { press } from '../support/menuCheck.ts'
import { findCard, findHeading } from '../support/pageElements.ts'
import { expectAccessible, saveScreenshot, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ida: Person
let turf: string
let link: string
beforeAll(async () => {
  ida = await env.signIn('Ida Moen', 2)
  turf = await addCollection(ida, 'בתי אדמה')
  link = await addLink(ida, 'Gable front', turf, { tags: ['roof'] })
  await addLink(ida, 'Sod wall', turf, { category: 2, tags: ['wall'] })
  await ida.call(setPermissions, { folder_id: turf, read: 3, write: 0 })
})

test('COL-01 tags and categories filter a public collection, for visitors too', async () => {
  const page = await env.open(null, `/c/${turf}`, { height: 844, fresh: true })
  await findHeading(page, 'בתי אדמה').waitFor()
  await press(page, findCard(page, 'Gable front').getByRole('link', { name: '#roof' }))
  await page.waitForURL(url => url.searchParams.get('q') === 'roof')
  await expect.poll(() => findCard(page, 'Sod wall').count()).toBe(0)
  await findCard(page, 'Gable front').waitFor()
  await expectAccessible(page)
  await saveScreenshot(page, 'public-tag')
  await page.goBack()
  await findCard(page, 'Sod wall').waitFor()
  await press(page, findCard(page, 'Sod wall').getByRole('link', { name: 'Video' }))
  await page.waitForURL(url => url.searchParams.get('category') === 'watch')
  await expect.poll(() => findCard(page, 'Gable front').count()).toBe(0)
  // The page of a link has nothing to filter: its tags are text there.
  await page.goto(`/l/${link}`)
  await findHeading(page, 'Gable front').waitFor()
  await page.getByText('#roof').first().waitFor()
  expect(await page.getByRole('link', { name: '#roof' }).count()).toBe(0)
})

test('a right-to-left title begins at the right edge of a public page on the phone', async () => {
  const page = await env.open(null, `/c/${turf}`, { width: 390, height: 844 })
  const title = findHeading(page, 'בתי אדמה')
  await title.waitFor()
  const box = (await title.boundingBox())!
  expect(Math.round(box.x + box.width)).toBe(390 - 16)
})

for (const width of [1440, 390])
  test(`LINK-12 the overlay of the only link of a list has no previous and next link, at ${width}`, async () => {
    const one = await addCollection(ida, `One ${width}`)
    await addLink(ida, 'Alone', one)
    const page = await env.open(ida, `/c/${one}`, { width, height: 844 })
    await press(page, findCard(page, 'Alone').getByRole('link', { name: 'Alone' }).first())
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading', { name: 'Alone' }).waitFor()
    const close = dialog.getByRole('button', { name: 'Close', exact: true })
    await close.waitFor()
    expect(await dialog.getByRole('button', { name: /^(Previous|Next)/ }).count()).toBe(0)
    const middle = ({ y, height }: { y: number; height: number }) => y + height / 2
    const category = (await dialog.getByText('#explore').first().boundingBox())!
    expect(Math.abs(middle((await close.boundingBox())!) - middle(category))).toBeLessThanOrEqual(2)
    await saveScreenshot(page, `overlay-alone-${width}`)
  })

test('COL-02 the card of a collection with links but no picture shows their category', async () => {
  // The first row of the dashboard has few cards.
  const eva = await env.signIn('eva', 2)
  await addLink(eva, 'Sod wall', await addCollection(eva, 'Walls'))
  await addCollection(eva, 'Hollow')
  const page = await env.open(eva, '/dashboard', { width: 1440 })
  const egg = (name: string) => findCard(page, name).locator('[class*=egg] svg')
  await findCard(page, 'Hollow').waitFor()
  await expect.poll(() => egg('Walls').count()).toBe(1)
  expect(await egg('Hollow').count()).toBe(0)
  await saveScreenshot(page, 'card-egg')
})
