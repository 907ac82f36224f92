import { expect, test } from 'vitest'
import { addCollection } from '../support/collectionFixture.ts'
import { expectAccessible, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()

test('NAV-02 the width of the sidebar changes by drag and by keys and stays, and deep rows keep 120 px for their names', async () => {
  const ada = await env.signIn('ada')
  let parent: string | undefined
  for (let level = 0; level < 9; level++)
    parent = await addCollection(ada, `A collection with a long name ${level}`, parent)
  const page = await env.open(ada, `/c/${parent}`)
  const handle = page.getByRole('separator', { name: 'Width of the sidebar' })
  const row = page.getByRole('treeitem', { name: /long name 8/ })
  const readWidth = async () => Math.round((await page.getByRole('complementary').boundingBox())!.width)
  const readNameWidth = async () => (await row.locator('[dir=auto]').boundingBox())!.width
  await row.waitFor()
  expect(await readWidth()).toBe(220)
  expect(await readNameWidth()).toBeGreaterThanOrEqual(120)
  expect(await row.getAttribute('title')).toMatch(/^A collection with a long name 0 \/ .* long name 8$/)
  await handle.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(readWidth).toBe(230)
  await page.keyboard.press('Home')
  await expect.poll(readWidth).toBe(180)
  await expect.poll(readNameWidth).toBeGreaterThanOrEqual(120)
  await row.hover()
  await row.getByTitle('More').waitFor()
  expect(await readNameWidth()).toBeGreaterThanOrEqual(120)
  await expectAccessible(page)

  const { x, y, width, height } = (await handle.boundingBox())!
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2 + 900, y + height / 2, { steps: 4 })
  await page.mouse.up()
  await expect.poll(readWidth).toBe(420)
  await page.reload()
  await row.waitFor()
  expect(await readWidth()).toBe(420)
  expect(await handle.getAttribute('aria-valuenow')).toBe('420')
})
