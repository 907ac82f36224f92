import { expect, test } from 'vitest'
import { addCollection, addLink } from '../support/collectionFixture.ts'
import { useEnvironment, waitForIdle } from '../support/testEnvironment.ts'

const env = useEnvironment()

test('NAV-06 the palette lists a collection before links when the user types its name, and announces the number of matches', async () => {
  const ada = await env.signIn('ada')
  await addCollection(ada, 'Turf & timber')
  for (let n = 0; n < 5; n++) await addLink(ada, `Turf & timber ${n}`)
  const page = await env.open(ada, '/dashboard')
  await page.getByText('Recent links').waitFor()
  await waitForIdle(page)
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Go to anything' })
  const status = page.getByRole('dialog').getByRole('status')
  await field.fill('turf & ti')
  await page.getByRole('option', { name: /^Turf & timber 4/ }).waitFor()
  const labels = page.getByRole('option').locator('[class*=label]')
  expect((await labels.allTextContents())[0]).toBe('Turf & timber')
  await expect.poll(() => status.textContent()).toBe('6 results')
  await field.fill('nothing has this name')
  await expect.poll(() => status.textContent()).toBe('No links or collections match “nothing has this name”')
})

test('NAV-06 on a phone, which has no keys to move to results, Enter in the search shows them all', async () => {
  const ada = await env.signIn('ada')
  await addLink(ada, 'Turf & timber')
  const page = await env.open(ada, '/dashboard', { width: 390, height: 844 })
  await page.getByText('Recent links').waitFor()
  await page.getByRole('button', { name: 'Search', exact: true }).tap()
  const field = page.getByRole('combobox', { name: 'Go to anything' })
  await field.fill('timber')
  await page.getByRole('option', { name: /^Turf & timber/ }).waitFor()
  await field.press('Enter')
  await page.getByRole('heading', { name: 'Results for “timber”' }).waitFor()
  await field.waitFor({ state: 'detached' })
})
