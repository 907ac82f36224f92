import { getCollection, updateCollection } from '@nestmark/contract/collections'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, shareCollection } from '../support/collectionFixture.ts'
import { findHeading } from '../support/pageElements.ts'
import { expectAccessible, saveScreenshot, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
})

const readName = async (id: string) => (await ada.call(getCollection, { folder_id: id })).folder.name

describe('COL a user changes the name of a collection in its heading', () => {
  test('F2 selects the name, Enter saves it', async () => {
    const id = await addCollection(ada, 'Turf')
    const page = await env.open(ada, `/c/${id}`)
    const heading = findHeading(page, 'Turf')
    await heading.waitFor()
    const before = await heading.boundingBox()
    await page.keyboard.press('F2')
    const field = page.getByLabel('Collection Name')
    await field.waitFor()
    expect((await page.getByRole('heading', { level: 1 }).boundingBox())!.height).toBe(before!.height)
    await expectAccessible(page)
    await saveScreenshot(page, 'rename')
    await page.keyboard.type('عشب وخشب')
    await page.keyboard.press('Enter')
    await page.getByRole('tree').getByText('عشب وخشب').waitFor()
    await findHeading(page, 'عشب وخشب').waitFor()
    expect(await readName(id)).toBe('عشب وخشب')
    await page.locator('h1 button:focus').waitFor()
  })

  test('Esc restores the name, blur saves, and the heading rejects an empty name', async () => {
    const id = await addCollection(ada, 'Sod')
    const page = await env.open(ada, `/c/${id}`)
    await page.getByRole('heading', { name: 'Sod', level: 1 }).getByRole('button').click()
    const field = page.getByLabel('Collection Name')
    await field.fill('Other')
    await page.keyboard.press('Escape')
    await findHeading(page, 'Sod').waitFor()
    await page.keyboard.press('F2')
    await field.fill(' ')
    await page.keyboard.press('Enter')
    await page.getByText('A name is needed').waitFor()
    await expectAccessible(page)
    await field.fill('Roofs')
    await field.blur()
    await page.getByRole('tree').getByText('Roofs').waitFor()
    expect(await readName(id)).toBe('Roofs')
  })

  test('a name that someone else changed returns, and the toast offers another try', async () => {
    const id = await addCollection(ada, 'Mine')
    const page = await env.open(ada, `/c/${id}`)
    await findHeading(page, 'Mine').waitFor()
    await page.keyboard.press('F2')
    await page.getByLabel('Collection Name').waitFor()
    await ada.call(updateCollection, { folder_id: id, name: 'Theirs' })
    await page.getByRole('tree').getByText('Theirs').waitFor()
    await page.keyboard.type('Ours')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('tree').getByText('Ours').waitFor()
    expect(await readName(id)).toBe('Ours')
  })

  test('writers rename; readers and phones have no button', async () => {
    const bob = await env.signIn('bob')
    const id = await addCollection(ada, 'Shared roof')
    await shareCollection(ada, id, 'read', bob)
    const reader = await env.open(bob, `/c/${id}`)
    await findHeading(reader, 'Shared roof').waitFor()
    expect(await reader.locator('h1 button').count()).toBe(0)
    await shareCollection(ada, id, 'write', bob)
    const writer = await env.open(bob, `/c/${id}`)
    await writer.locator('h1 button').waitFor()
    const phone = await env.open(ada, `/c/${id}`, { width: 390 })
    await findHeading(phone, 'Shared roof').waitFor()
    expect(await phone.locator('h1 button').count()).toBe(0)
  })
})
